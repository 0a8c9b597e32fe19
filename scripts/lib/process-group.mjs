import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that marks a process and everything started under it. */
export const MARK = 'VIGIA_PROCESS_GROUP';

/**
 * How long processes may take to stop by themselves; PostgreSQL and Chromium write their state and end their
 * children.
 */
const GRACE_MS = 10_000;
const POLL_MS = 50;

/**
 * Stops every process that carries the mark, also one with a session of its own or without its parent: SIGTERM first,
 * SIGKILL after the grace period. Other systems than Linux have no /proc: there it stops the process group.
 * @param {string} mark
 * @param {number | undefined} leader the process that leads the group
 * @param {number} [graceMs]
 */
export async function stopAll(mark, leader, graceMs = GRACE_MS) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    send(marked(mark, leader), signal);
    const limitMs = performance.now() + graceMs;
    while (marked(mark, leader).length > 0 && performance.now() < limitMs) await sleep(POLL_MS);
  }
}

/**
 * @param {string} mark
 * @param {number | undefined} leader
 * @returns {number[]} process ids, or the negative id of the group
 */
function marked(mark, leader) {
  if (process.platform !== 'linux') return leader && isAlive(-leader) ? [-leader] : [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(`${MARK}=${mark}`));
}

/** A zombie, and a process of another user, has none to read. @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {readonly number[]} pids @param {NodeJS.Signals} signal */
function send(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}
