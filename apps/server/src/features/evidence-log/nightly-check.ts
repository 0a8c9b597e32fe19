import { Gauge, type Registry } from 'prom-client';
import { PeriodicTask, type PeriodicTaskDeps } from '#platform/cluster/periodic-task.ts';

const MINUTE_MS = 60_000;
const CHECK_EVERY_MS = 10 * MINUTE_MS;
/** Hour of the day, UTC, from which the check of that day runs. */
const HOUR = 3;
/** Number of faults that the log line names. The command names them all. */
const NAMED_FAULTS = 5;

export type NightlyCheckDeps = PeriodicTaskDeps & {
  readonly registry: Registry;
  /** Checks everything and returns the faults. It rejects soon after the signal aborts. */
  readonly check: (signal: AbortSignal) => Promise<readonly object[]>;
};

/**
 * Checks the evidence log once a day. The metric `vigia_log_faults` has the number of faults; an alert of the operator
 * and an error in the server log follow if it is not 0.
 */
export class NightlyCheck extends PeriodicTask {
  readonly #deps: NightlyCheckDeps;
  readonly #faults: Gauge;
  #day = '';

  constructor(deps: NightlyCheckDeps) {
    super(deps, {
      lease: 'evidence-log-check',
      everyMs: CHECK_EVERY_MS,
      // The start of a server has enough to do.
      runsAtStart: false,
      failure: 'the evidence log could not be checked; the next attempt follows in ten minutes',
    });
    this.#deps = deps;
    this.#faults = new Gauge({
      name: 'vigia_log_faults',
      help: 'Differences between the evidence log and the database that the last nightly check found',
      registers: [deps.registry],
    });
  }

  /** Runs the check if that of today is due. */
  protected override async work(signal: AbortSignal): Promise<void> {
    const { check, clock, log } = this.#deps;
    const now = new Date(clock.now());
    const day = now.toISOString().slice(0, 10);
    if (day === this.#day || now.getUTCHours() < HOUR) return;
    const faults = await check(signal);
    this.#faults.set(faults.length);
    this.#day = day;
    if (faults.length > 0)
      log.error({ count: faults.length, faults: faults.slice(0, NAMED_FAULTS) }, 'the evidence log reveals changes');
  }
}
