import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Cluster, ClusterRun } from './cluster.ts';

export type PeriodicTaskDeps = {
  readonly cluster: Pick<Cluster, 'runSingleton'>;
  readonly clock: Clock;
  readonly log: Logger;
};

export type PeriodicTaskRules = {
  /** Name of the lease whose holder runs the task. */
  readonly lease: string;
  readonly everyMs: number;
  /** Whether the first run follows the start at once, and not after the first interval. */
  readonly runsAtStart: boolean;
  /** Log message of a failed run. The next run is the next attempt. */
  readonly failure: string;
};

/** A short task that one of several processes repeats at an interval. Runs never overlap. */
export abstract class PeriodicTask {
  readonly #deps: PeriodicTaskDeps;
  readonly #rules: PeriodicTaskRules;
  #run: ClusterRun | null = null;
  #cancel: Cancel = () => undefined;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #stopping = new AbortController();

  constructor(deps: PeriodicTaskDeps, rules: PeriodicTaskRules) {
    this.#deps = deps;
    this.#rules = rules;
  }

  /** Does the work that is due. It ends soon after the signal aborts. An error is logged unless the signal aborted. */
  protected abstract work(signal: AbortSignal): Promise<void>;

  start(): void {
    const { cluster, clock } = this.#deps;
    const { lease, everyMs, runsAtStart } = this.#rules;
    this.#run = cluster.runSingleton(lease, {
      start: async () => {
        this.#stopping = new AbortController();
        this.#cancel = clock.every(durationMs(everyMs), () => void this.tick());
        if (runsAtStart) void this.tick();
      },
      stop: async () => {
        this.#cancel();
        this.#stopping.abort();
        await this.#next;
        await this.#running;
      },
    });
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Runs the task now. During a run, one further run follows, which all callers share. Never rejects. */
  tick(): Promise<void> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#begin();
    });
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#running = this.#once(this.#stopping.signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #once(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      await this.work(signal);
    } catch (error) {
      if (!signal.aborted) this.#deps.log.warn({ err: error }, this.#rules.failure);
    }
  }
}
