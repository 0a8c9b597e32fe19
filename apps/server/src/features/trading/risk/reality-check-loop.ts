import { type Cancel, durationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { ClusterRun } from '#platform/cluster/cluster.ts';
import { usersWithDueRealityCheck } from '../../accounts/index.ts';
import type { AutoTradingControlDeps } from './auto-trading-control-deps.ts';

const CHECK_EVERY_MS = durationMs(5_000);
/**
 * A new lease holder publishes again the checks that came due in this many milliseconds before its start. A duplicate
 * is harmless.
 */
const REPUBLISH_SPAN_MS = 15_000;

/**
 * Notifies users when their reality check comes due. The loop runs in one process. A round makes one index lookup,
 * independent of the number of users. A check that comes due while no server runs is noticed at the user's next
 * request.
 */
export class RealityCheckLoop {
  readonly #deps: AutoTradingControlDeps;
  readonly #publish: (userId: string) => Promise<unknown>;
  #seeking: ClusterRun | null = null;
  #cancel: Cancel | null = null;
  #running: Promise<void> | null = null;
  #publishedUntilMs: EpochMs;

  constructor(deps: AutoTradingControlDeps, publish: (userId: string) => Promise<unknown>) {
    this.#deps = deps;
    this.#publish = publish;
    this.#publishedUntilMs = deps.clock.now();
  }

  start(): void {
    this.#seeking = this.#deps.cluster.runSingleton('reality-checks', {
      start: async () => this.#begin(),
      stop: () => this.#end(),
    });
  }

  async stop(): Promise<void> {
    await this.#seeking?.stop();
  }

  #begin(): void {
    const { clock } = this.#deps;
    this.#publishedUntilMs = epochMs(Math.max(this.#publishedUntilMs, clock.now() - REPUBLISH_SPAN_MS));
    this.#cancel = clock.every(CHECK_EVERY_MS, () => void this.#round());
  }

  async #end(): Promise<void> {
    this.#cancel?.();
    await this.#running;
  }

  async #round(): Promise<void> {
    this.#running ??= this.#notifyDue().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #notifyDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    const untilMs = clock.now();
    // If the clock was set back, checks up to this time were already published.
    if (untilMs <= this.#publishedUntilMs) return;
    try {
      for (const userId of await usersWithDueRealityCheck(db.sql, this.#publishedUntilMs, untilMs))
        await this.#publish(userId);
      this.#publishedUntilMs = untilMs;
    } catch (error) {
      log.warn({ err: error }, 'reality checks could not be published; the next round tries again');
    }
  }
}
