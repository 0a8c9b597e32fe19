/** Entry point of a worker thread: receives a task, replies, and waits for the next task. */
// oxlint-disable-next-line no-restricted-imports -- a thread has no composition root: it sets its own priority
import { platform, setPriority } from 'node:os';
// oxlint-disable-next-line no-restricted-imports -- and measures its own computing time
import { performance } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import type { ThreadReply, ThreadTask } from '../threads/protocol.ts';
import { performTask } from './perform-task.ts';

/**
 * Niceness of the thread. On Linux each thread has its own, so the server's event loop takes precedence when processors
 * are few.
 */
const NICENESS = 5;
if (platform() === 'linux') setPriority(NICENESS);

parentPort?.on('message', (task: ThreadTask) => parentPort?.postMessage(replyTo(task), []));

function replyTo(task: ThreadTask): ThreadReply {
  try {
    return { answer: performTask(task, () => performance.now()) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
