import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { TradingDeps } from './deps.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { settleDueTrades } from './settle-due-trades.ts';

/** How often due trades are looked for: with the grace of 800 ms every trade settles within 1 s of its expiry. */
const SETTLE_INTERVAL_MS = durationMs(100);
/** After a failed round: a database that is away gets no hail of queries, the log no hail of lines. */
const RETRY_AFTER_MS = 2_000;
const FORGET_INTERVAL_MS = durationMs(60 * 60 * 1_000);

/** Runs settlement by the clock, never twice at once; a failed round is logged and tried again by the next one. */
export class SettlementLoop {
  readonly #deps: TradingDeps;
  #cancels: Cancel[] = [];
  #running: Promise<void> | null = null;
  #notBeforeMs = 0;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
  }

  /** Settles what expired while nobody ran, then goes on by the clock. */
  async start(): Promise<void> {
    await this.#round();
    this.#cancels = [
      this.#deps.clock.every(SETTLE_INTERVAL_MS, () => void this.#round()),
      this.#deps.clock.every(FORGET_INTERVAL_MS, () => void this.#forget()),
    ];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.#running;
  }

  async #round(): Promise<void> {
    if (this.#deps.clock.now() < this.#notBeforeMs) return;
    this.#running ??= this.#settleAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #settleAll(): Promise<void> {
    try {
      while ((await settleDueTrades(this.#deps)) > 0);
    } catch (error) {
      this.#notBeforeMs = this.#deps.clock.now() + RETRY_AFTER_MS;
      this.#deps.log.error({ err: error }, 'settlement round failed; what was not settled stays due');
    }
  }

  async #forget(): Promise<void> {
    try {
      await forgetOldAnswers(this.#deps.db.sql, this.#deps.clock.now());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'old idempotency keys could not be dropped');
    }
  }
}
