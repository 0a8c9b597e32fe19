import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that marks a process and all of its descendants. */
export const MARK_VARIABLE = 'VIGIA_PROCESS_GROUP';

/**
 * Time in milliseconds that processes have for a graceful stop. In this time PostgreSQL and Chromium save their state
 * and end their child processes.
 */
const GRACE_MS = 10_000;
const POLL_MS = 50;

/**
 * Stops every process with the mark, also a process in a separate session or without its parent. Sends SIGTERM first,
 * and SIGKILL after the grace period. Repeats SIGKILL until no marked process is left, because a marked process may
 * have started another one in the meantime. On systems without /proc, the function stops the process group instead.
 * @param {string} mark
 * @param {number | undefined} leader the process that leads the group
 * @param {number} [graceMs]
 */
export async function stopAll(mark, leader, graceMs = GRACE_MS) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    send(marked(mark, leader), signal);
    const limitMs = performance.now() + graceMs;
    for (;;) {
      const left = marked(mark, leader);
      if (left.length === 0 || performance.now() >= limitMs) break;
      if (signal === 'SIGKILL') send(left, signal);
      await sleep(POLL_MS);
    }
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
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(`${MARK_VARIABLE}=${mark}`));
}

/**
 * Returns the environment of a process. Returns an empty environment for a zombie or a process of another user, because
 * these cannot be read.
 * @param {number} pid
 */
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
      // The process has already ended.
    }
  }
}
