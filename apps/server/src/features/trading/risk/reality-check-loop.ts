import { type Cancel, durationMs, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Seeking } from '#platform/ownership/ownership.ts';
import { peopleWithAnHour } from '../../accounts/index.ts';
import type { AutomationDeps } from './automation-deps.ts';

const CHECK_EVERY_MS = durationMs(5_000);
/** What came due while another process was about to tell of it is told by the next: hearing it twice hurts nobody. */
const TELL_AGAIN_MS = 15_000;

/**
 * Tells people when their reality check comes due, in one process: one look at an index of running stretches, whoever
 * automates or nobody. What comes due while no server runs is seen by whoever asks.
 */
export class RealityCheckLoop {
  readonly #deps: AutomationDeps;
  readonly #tell: (userId: string) => Promise<unknown>;
  #seeking: Seeking | null = null;
  #cancel: Cancel | null = null;
  #running: Promise<void> | null = null;
  #toldUntilMs: EpochMs;

  constructor(deps: AutomationDeps, tell: (userId: string) => Promise<unknown>) {
    this.#deps = deps;
    this.#tell = tell;
    this.#toldUntilMs = deps.clock.now();
  }

  start(): void {
    this.#seeking = this.#deps.ownership.seek('reality-checks', {
      take: async () => this.#begin(),
      giveUp: () => this.#end(),
    });
  }

  async stop(): Promise<void> {
    await this.#seeking?.stop();
  }

  #begin(): void {
    const { clock } = this.#deps;
    this.#toldUntilMs = epochMs(Math.max(this.#toldUntilMs, clock.now() - TELL_AGAIN_MS));
    this.#cancel = clock.every(CHECK_EVERY_MS, () => void this.#round());
  }

  async #end(): Promise<void> {
    this.#cancel?.();
    await this.#running;
  }

  async #round(): Promise<void> {
    this.#running ??= this.#tellDue().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #tellDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    const untilMs = clock.now();
    // A clock that was set back tells nobody twice.
    if (untilMs <= this.#toldUntilMs) return;
    try {
      for (const userId of await peopleWithAnHour(db.sql, this.#toldUntilMs, untilMs)) await this.#tell(userId);
      this.#toldUntilMs = untilMs;
    } catch (error) {
      log.warn({ err: error }, 'reality checks could not be told; the next round tries again');
    }
  }
}
