import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { Announcer } from './announcer.ts';
import type { TradingDeps } from './deps.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { type Settled, type StuckTrade, settleDueTrades } from './settle-due-trades.ts';
import { traceTrade } from './trace-trade.ts';

/** How often due trades are looked for: the most this adds to the lag of a settlement. */
const SETTLE_INTERVAL_MS = 50;
/** After a failed round: a database that is away gets no hail of queries, the log no hail of lines. */
const RETRY_AFTER_MS = 2_000;
const FORGET_INTERVAL_MS = durationMs(60 * 60 * 1_000);

/**
 * Runs settlement by the clock, never twice at once; a failed round is logged and tried again. Pauses are counted in
 * rounds: a clock that is set back must not make them longer.
 */
export class SettlementLoop {
  readonly #deps: TradingDeps;
  readonly #announcer: Announcer;
  readonly #observeLag: (lagMs: number) => void;
  #cancels: Cancel[] = [];
  #running: Promise<void> | null = null;
  #pausedRounds = 0;
  #stuck: readonly StuckTrade[] = [];
  #stuckRounds = 0;

  constructor(deps: TradingDeps, announcer: Announcer, observeLag: (lagMs: number) => void) {
    this.#deps = deps;
    this.#announcer = announcer;
    this.#observeLag = observeLag;
  }

  /** Settles what expired while nobody ran, then goes on by the clock. */
  async start(): Promise<void> {
    await this.#round();
    this.#cancels = [
      this.#deps.clock.every(durationMs(SETTLE_INTERVAL_MS), () => void this.#round()),
      this.#deps.clock.every(FORGET_INTERVAL_MS, () => void this.#forget()),
    ];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.#running;
    await this.#announcer.idle();
  }

  async #round(): Promise<void> {
    if (this.#running === null && this.#pausedRounds > 0) {
      this.#pausedRounds -= 1;
      return;
    }
    this.#running ??= this.#settle().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #settle(): Promise<void> {
    const settled: (readonly Settled[])[] = [];
    try {
      const stuckBefore = this.#stuckRounds > 0 ? this.#stuck.map(({ id }) => id) : [];
      this.#stuckRounds -= 1;
      const stuck = await settleDueTrades(this.#deps, (trades) => settled.push(trades), stuckBefore);
      if (stuck.length > 0) this.#leaveAlone(stuck);
    } catch (error) {
      this.#pausedRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
      this.#deps.log.error({ err: error }, 'settlement round failed; what was not settled stays due');
    } finally {
      // Not before: telling of the first thousands would take from the others the time to be settled in.
      for (const trades of settled) this.#settled(trades);
    }
  }

  #settled(trades: readonly Settled[]): void {
    for (const trade of trades) {
      this.#observeLag(trade.lagMs);
      // From the expiry on, so that the wait for it is not taken for the server's.
      const { settledAtMs, lagMs } = trade;
      traceTrade(this.#deps, 'trade.settle', trade, { fromMs: settledAtMs - lagMs, untilMs: settledAtMs });
    }
    this.#announcer.tell(trades);
  }

  /** What the database refuses is tried again later, and the others go on meanwhile. */
  #leaveAlone(stuck: readonly StuckTrade[]): void {
    this.#stuck = this.#stuckRounds > 0 ? [...this.#stuck, ...stuck] : stuck;
    this.#stuckRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
    const tradeIds = stuck.map(({ id }) => id);
    this.#deps.log.error({ err: stuck[0]?.cause, tradeIds }, 'trades cannot be settled and stay due');
  }

  async #forget(): Promise<void> {
    try {
      await forgetOldAnswers(this.#deps.db.sql, this.#deps.clock.now());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'old idempotency keys could not be dropped');
    }
  }
}
