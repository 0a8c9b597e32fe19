import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARK_VARIABLE, stopAll } from './process-group.mjs';
import { ROOT } from './workspace.mjs';

const LOOK_MS = 200;
/** Time in milliseconds to wait for the last output after all processes that write to the pipes have ended. */
const DRAIN_MS = 1_000;

/**
 * @typedef {object} Limits
 * @property {number} quietMs the run is stopped if it writes nothing for this time
 * @property {number} totalMs the run is stopped after this time, whatever it writes
 * @property {AbortSignal} [signal] stops the run when it aborts
 * @property {number} [graceMs] how long a process may take to stop by itself
 */

/**
 * Runs a Node script. Afterwards stops every process that the script started, however the script ended, so that no
 * PostgreSQL, NATS or browser keeps running.
 * @param {readonly string[]} args of node
 * @param {NodeJS.ProcessEnv} env added to this process's environment
 * @param {Limits} limits
 * @returns {Promise<{ code: number | null, output: string }>} code null if the run was stopped; the output then ends
 * with the reason
 */
export async function runWatched(args, env, { quietMs, totalMs, signal, graceMs }) {
  // The mark begins with the mark of the parent run. If the parent run is stopped, this run is therefore stopped too.
  const mark = `${process.env[MARK_VARIABLE] ?? ''}/${randomUUID()}`;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, [MARK_VARIABLE]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  const startedMs = performance.now();
  let heardMs = startedMs;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      heardMs = performance.now();
    });
  const closed = new Promise((resolve) => child.once('close', resolve));
  /** @type {{ code: number | null, why: string }} */
  const end = await new Promise((resolve) => {
    /** @param {number | null} code */
    const done = (code, why = '') => {
      clearInterval(watch);
      resolve({ code, why });
    };
    const watch = setInterval(() => {
      const nowMs = performance.now();
      if (signal?.aborted) done(null, 'interrupted');
      else if (nowMs - heardMs > quietMs) done(null, `no output for ${Math.round(quietMs / 1000)} s`);
      else if (nowMs - startedMs > totalMs) done(null, `not finished after ${Math.round(totalMs / 1000)} s`);
    }, LOOK_MS);
    child.once('error', (error) => done(1, error.message)).once('exit', (code) => done(code ?? 1));
  });
  await stopAll(mark, child.pid, graceMs);
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  return { code: end.code, output: end.why === '' ? output : `${output}\n✗ ${end.why}\n` };
}
