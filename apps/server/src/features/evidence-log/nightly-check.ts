import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import { Gauge, type Registry } from 'prom-client';
import type { Cluster, ClusterRun } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';

const MINUTE_MS = 60_000;
const CHECK_EVERY = durationMs(10 * MINUTE_MS);
/** Hour of the day, UTC, from which the check of that day runs. */
const HOUR = 3;
/** Number of faults that the log line names. The command names them all. */
const NAMED_FAULTS = 5;

export type NightlyCheckDeps = {
  readonly cluster: Pick<Cluster, 'runSingleton'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  /** Checks everything and returns the faults. It rejects soon after the signal aborts. */
  readonly check: (signal: AbortSignal) => Promise<readonly object[]>;
};

/**
 * Checks the evidence log once a day. The metric `vigia_log_faults` has the number of faults; an alert of the operator
 * and an error in the server log follow if it is not 0.
 */
export class NightlyCheck {
  readonly #deps: NightlyCheckDeps;
  readonly #faults: Gauge;
  #run: ClusterRun | null = null;
  #cancel: Cancel = () => undefined;
  #running: Promise<void> | null = null;
  #abort = new AbortController();
  #day = '';

  constructor(deps: NightlyCheckDeps) {
    this.#deps = deps;
    this.#faults = new Gauge({
      name: 'vigia_log_faults',
      help: 'Differences between the evidence log and the database that the last nightly check found',
      registers: [deps.registry],
    });
  }

  start(): void {
    this.#run = this.#deps.cluster.runSingleton('evidence-log-check', {
      start: async () => {
        this.#abort = new AbortController();
        this.#cancel = this.#deps.clock.every(CHECK_EVERY, () => void this.tick());
      },
      stop: async () => {
        this.#cancel();
        this.#abort.abort();
        await this.#running;
      },
    });
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Runs the check if that of today is due. */
  tick(): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    const day = now.toISOString().slice(0, 10);
    if (day === this.#day || now.getUTCHours() < HOUR) return Promise.resolve();
    this.#running ??= this.#check(day).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #check(day: string): Promise<void> {
    const { check, log } = this.#deps;
    const { signal } = this.#abort;
    try {
      const faults = await check(signal);
      this.#faults.set(faults.length);
      this.#day = day;
      if (faults.length > 0)
        log.error({ count: faults.length, faults: faults.slice(0, NAMED_FAULTS) }, 'the evidence log reveals changes');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'the evidence log could not be checked; the next attempt follows in ten minutes');
    }
  }
}
