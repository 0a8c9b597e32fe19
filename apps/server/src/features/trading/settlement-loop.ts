import { type Cancel, durationMs } from '@vigia/core/kernel';
import { type Held, LostOwnership, type Seeking } from '#platform/ownership/ownership.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import type { Announcer } from './announcer.ts';
import type { TradingDeps } from './deps.ts';
import { findSettledSince } from './due-trades.repository.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { type Settled, type StuckTrade, settleDueTrades } from './settle-due-trades.ts';
import { traceTrade } from './trace-trade.ts';

/** How often due trades are looked for: the most this adds to the lag of a settlement. */
const SETTLE_INTERVAL_MS = 50;
/** After a failed round: a database that is away gets no hail of queries, the log no hail of lines. */
const RETRY_AFTER_MS = 2_000;
const FORGET_INTERVAL_MS = durationMs(60 * 60 * 1_000);
/** What the owner before may have settled and not told of: longer than anybody takes to follow him. */
const TELL_AGAIN_MS = 30_000;

/**
 * Runs settlement by the clock for the shards of people this process owns, never twice at once; a failed round is logged and
 * tried again. Pauses are counted in rounds: a clock that is set back must not make them longer.
 */
export class SettlementLoop {
  readonly #deps: TradingDeps;
  readonly #announcer: Announcer;
  readonly #observeLag: (lagMs: number) => void;
  readonly #own = new Map<Shard, Held>();
  /** Shards that were another process's until a moment ago. */
  readonly #untold = new Set<Shard>();
  #seeking: Seeking | null = null;
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
    this.#seeking = this.#deps.ownership.seekShards('settlement', {
      take: async (shard, held) => this.#take(shard, held),
      giveUp: (shard) => this.#giveUp(shard),
    });
    await this.#seeking.firstRound;
    await this.#round();
    this.#cancels = [
      this.#deps.clock.every(durationMs(SETTLE_INTERVAL_MS), () => void this.#round()),
      this.#deps.clock.every(FORGET_INTERVAL_MS, () => void this.#forget()),
    ];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.#seeking?.stop();
    this.#seeking = null;
    await this.#running;
    await this.#announcer.idle();
  }

  #take(shard: Shard, held: Held): void {
    this.#own.set(shard, held);
    if (held.fence > 1n) this.#untold.add(shard);
  }

  async #giveUp(shard: Shard): Promise<void> {
    this.#own.delete(shard);
    this.#untold.delete(shard);
    await this.#running;
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
    const own = new Map([...this.#own].filter(([, held]) => held.isTrusted()));
    if (own.size === 0) return;
    const settled: (readonly Settled[])[] = [];
    try {
      const stuckBefore = this.#stuckRounds > 0 ? this.#stuck.map(({ id }) => id) : [];
      this.#stuckRounds -= 1;
      const scope = { except: stuckBefore, own };
      const stuck = await settleDueTrades(this.#deps, (trades) => settled.push(trades), scope);
      if (stuck.length > 0) this.#leaveAlone(stuck);
      await this.#tellAgain();
    } catch (error) {
      this.#failed(error);
    } finally {
      // Not before: telling of the first thousands would take from the others the time to be settled in.
      for (const trades of settled) this.#settled(trades);
    }
  }

  #failed(error: unknown): void {
    // The others of its shards can go on at once, without the one that was lost.
    if (error instanceof LostOwnership) return this.#deps.log.info({ lease: error.lease }, error.message);
    this.#pausedRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
    this.#deps.log.error({ err: error }, 'settlement round failed; what was not settled stays due');
  }

  /** The owner before may have ended after his commit and before he told: hearing it twice hurts nobody. */
  async #tellAgain(): Promise<void> {
    if (this.#untold.size === 0) return;
    const shards = [...this.#untold];
    const { db, clock } = this.#deps;
    this.#announcer.tell(await findSettledSince(db.sql, shards, clock.now() - TELL_AGAIN_MS));
    for (const shard of shards) this.#untold.delete(shard);
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
