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
  /** Shards in which trades may have been settled and told of by nobody, each with the moment since when. */
  readonly #untoldSinceMs = new Map<Shard, number>();
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
    await this.#announcer.stop();
  }

  #take(shard: Shard, held: Held): void {
    this.#own.set(shard, held);
    if (held.fence > 1n) this.#untoldSinceMs.set(shard, this.#deps.clock.now() - TELL_AGAIN_MS);
  }

  async #giveUp(shard: Shard): Promise<void> {
    this.#own.delete(shard);
    this.#untoldSinceMs.delete(shard);
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
    const beganAtMs = this.#deps.clock.now();
    try {
      const stuckBefore = this.#stuckRounds > 0 ? this.#stuck.map(({ id }) => id) : [];
      this.#stuckRounds -= 1;
      const scope = { except: stuckBefore, own };
      const stuck = await settleDueTrades(this.#deps, (trades) => settled.push(trades), scope);
      if (stuck.length > 0) this.#leaveAlone(stuck);
      await this.#tellAgain();
    } catch (error) {
      this.#failed(error, own.keys(), beganAtMs);
    } finally {
      // Not before: telling of the first thousands would take from the others the time to be settled in.
      for (const trades of settled) this.#settled(trades);
    }
  }

  #failed(error: unknown, shards: Iterable<Shard>, beganAtMs: number): void {
    // The others of its shards can go on at once, without the one that was lost.
    if (error instanceof LostOwnership) return this.#deps.log.info({ lease: error.lease }, error.message);
    // A connection that broke at its commit leaves open whether that was made: what was is due no more.
    for (const shard of shards)
      this.#untoldSinceMs.set(shard, Math.min(beganAtMs, this.#untoldSinceMs.get(shard) ?? beganAtMs));
    this.#pausedRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
    this.#deps.log.error({ err: error }, 'settlement round failed; what was not settled stays due');
  }

  /** Whoever settled them may have ended, or lost the database, before he could tell: hearing it twice hurts nobody. */
  async #tellAgain(): Promise<void> {
    if (this.#untoldSinceMs.size === 0) return;
    const [shards, sinceMs] = [[...this.#untoldSinceMs.keys()], Math.min(...this.#untoldSinceMs.values())];
    this.#announcer.tell(await findSettledSince(this.#deps.db.sql, shards, sinceMs));
    for (const shard of shards) this.#untoldSinceMs.delete(shard);
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
