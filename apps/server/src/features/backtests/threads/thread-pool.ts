import type { Worker } from 'node:worker_threads';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import { FairQueue } from '../jobs/fair-queue.ts';
import {
  isResultOf,
  type TaskKind,
  type TaskOfKind,
  type ThreadReply,
  type ThreadResult,
  type ThreadResultOf,
  type ThreadTask,
} from './protocol.ts';

/** Largest number of threads. The other processors are left to the server and the database. */
const MAX_THREADS = 2;
/** Time in milliseconds without a task after which a thread is ended, because it holds tens of megabytes. */
const IDLE_MS = 30_000;

/** The error of a task whose thread failed because of a bug, or whose pool was stopped. */
export class ThreadError extends Error {}

type Waiting = {
  readonly task: ThreadTask;
  readonly resolve: (answer: ThreadResult) => void;
  readonly reject: (fault: ThreadError) => void;
};

export type ThreadPoolDeps = {
  /** Starts a thread that runs `thread/main.ts`. */
  readonly openThread: () => Worker;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * A pool of at most two threads. It starts a thread when there is work, and ends a thread that has had no task for a
 * while. Tasks of different owners run in turn.
 */
export class ThreadPool {
  readonly #deps: ThreadPoolDeps;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #busy = new Map<Worker, Waiting>();
  readonly #idle: Worker[] = [];
  #endIdle: Cancel = () => undefined;
  #isStopped = false;

  constructor(deps: ThreadPoolDeps) {
    this.#deps = deps;
  }

  /** Returns the current number of threads. */
  get size(): number {
    return this.#busy.size + this.#idle.length;
  }

  /**
   * Runs a task in a thread and returns the response.
   * @throws ThreadError if the thread fails or the pool is stopped
   */
  async run<Kind extends TaskKind>(owner: string, kind: Kind, task: TaskOfKind<Kind>): Promise<ThreadResultOf<Kind>> {
    const answer = await new Promise<ThreadResult>((resolve, reject) => {
      if (this.#isStopped) return reject(new ThreadError('the pool is stopped'));
      this.#waiting.push(owner, { task, resolve, reject });
      this.#assign();
    });
    if (!isResultOf(kind, answer)) throw new ThreadError(`a thread answered ${answer.kind} to ${kind}`);
    return answer;
  }

  /** Ends every thread, even a working one, and rejects the waiting tasks. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endIdle();
    const fault = new ThreadError('the pool was stopped');
    for (const { reject } of [...this.#waiting.drain(), ...this.#busy.values()]) reject(fault);
    const threads = [...this.#busy.keys(), ...this.#idle];
    this.#busy.clear();
    this.#idle.length = 0;
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #assign(): void {
    while (this.#busy.size < MAX_THREADS) {
      const next = this.#waiting.take();
      if (next === undefined) break;
      const thread = this.#idle.pop() ?? this.#open();
      this.#busy.set(thread, next);
      thread.postMessage(next.task, []);
    }
  }

  #open(): Worker {
    const thread = this.#deps.openThread();
    thread.on('message', (reply: ThreadReply) => this.#onReply(thread, reply));
    thread.on('error', (error) => this.#onBroken(thread, String(error)));
    thread.on('exit', (code) => this.#onBroken(thread, `ended with ${code}`));
    return thread;
  }

  #onReply(thread: Worker, reply: ThreadReply): void {
    const done = this.#busy.get(thread);
    this.#busy.delete(thread);
    this.#idle.push(thread);
    if ('answer' in reply) done?.resolve(reply.answer);
    else this.#fail(done, reply.fault);
    this.#assign();
    if (this.#idle.length > 0) this.#endIdleLater();
  }

  /** Rejects the task of a broken thread. The pool continues. */
  #onBroken(thread: Worker, reason: string): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    const lost = this.#busy.get(thread);
    if (!this.#busy.delete(thread)) return;
    this.#fail(lost, reason);
    this.#assign();
  }

  #fail(task: Waiting | undefined, reason: string): void {
    this.#deps.log.error({ kind: task?.task.kind, reason }, 'a backtest thread failed');
    task?.reject(new ThreadError(reason));
  }

  #endIdleLater(): void {
    this.#endIdle();
    this.#endIdle = this.#deps.clock.after(durationMs(IDLE_MS), () => {
      for (const thread of this.#idle.splice(0)) void thread.terminate();
    });
  }
}
