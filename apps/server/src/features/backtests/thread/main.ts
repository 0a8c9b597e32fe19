/** The thread's entry: takes a task, answers it, waits for the next. */
import { platform, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import type { ThreadReply, ThreadTask } from '../threads/protocol.ts';
import { perform } from './perform.ts';

/** On Linux a priority is a thread's own: where processors are few, the server's event loop goes first. */
const NICENESS = 5;
if (platform() === 'linux') setPriority(NICENESS);

parentPort?.on('message', (task: ThreadTask) => parentPort?.postMessage(replyTo(task), []));

function replyTo(task: ThreadTask): ThreadReply {
  try {
    return { answer: perform(task, () => performance.now()) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
