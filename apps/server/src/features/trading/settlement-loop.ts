import { type Cancel, durationMs, type EpochMs } from '@vigia/core/kernel';
import { createSteadyNow } from '#platform/clock/steady-now.ts';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { TradingDeps } from './deps.ts';
import { findSettledSince } from './due-trades.repository.ts';
import { deleteOldResponses } from './idempotency.ts';
import { type StuckTrade, settleDueTrades, type TimedSettlement } from './settle-due-trades.ts';
import type { SettlementPublisher } from './settlement-publisher.ts';
import { traceTrade } from './trace-trade.ts';

/**
 * Interval in milliseconds between two searches for due trades. A settlement starts at most this long after it is
 * possible. If a round takes longer, the next one starts at its end.
 */
const SETTLE_INTERVAL_MS = 50;
/**
 * Pause in milliseconds after a failed round. It limits the number of log lines and of queries to an unavailable
 * database.
 */
const RETRY_AFTER_MS = 2_000;
const CLEANUP_INTERVAL_MS = durationMs(60 * 60 * 1_000);
/**
 * A new lease holder publishes again the trades that were settled in this many milliseconds before its start. The
 * previous holder may have settled them without publishing them. This time is longer than any take-over.
 */
const REPUBLISH_SPAN_MS = 30_000;

/**
 * Settles trades of the shards that this process owns on a timer, one round at a time. A failed round is logged and
 * retried. Pauses are counted in rounds, so a clock that is set back does not lengthen them.
 */
export class SettlementLoop {
  readonly #deps: TradingDeps;
  readonly #publisher: SettlementPublisher;
  readonly #observeLag: (lagMs: number) => void;
  readonly #owned: OwnedShards;
  readonly #steadyNow: () => EpochMs;
  /** Shards that may have settled but unpublished trades, each with the time since which this is possible. */
  readonly #unpublishedSinceMs = new Map<Shard, number>();
  #cancels: Cancel[] = [];
  #running: Promise<void> | null = null;
  /** Whether a round was due while another one ran. */
  #isRoundMissed = false;
  #pausedRounds = 0;
  #stuck: readonly StuckTrade[] = [];
  #stuckRounds = 0;

  constructor(deps: TradingDeps, publisher: SettlementPublisher, observeLag: (lagMs: number) => void) {
    this.#deps = deps;
    this.#steadyNow = createSteadyNow(deps.clock);
    this.#owned = new OwnedShards('settlement', deps, {
      start: async (shards) => this.#start(shards),
      stop: (shards) => this.#stop(shards),
    });
    this.#publisher = publisher;
    this.#observeLag = observeLag;
  }

  /** Settles trades that expired while no server ran, then starts the timer. */
  async start(): Promise<void> {
    await this.#owned.start();
    await this.#round();
    this.#cancels = [
      this.#deps.clock.every(durationMs(SETTLE_INTERVAL_MS), () => void this.#round()),
      this.#deps.clock.every(CLEANUP_INTERVAL_MS, () => void this.#deleteOldIdempotencyKeys()),
    ];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#isRoundMissed = false;
    await this.#owned.stop();
    await this.#running;
    await this.#publisher.stop();
  }

  #start(shards: readonly Shard[]): void {
    const sinceMs = this.#deps.clock.now() - REPUBLISH_SPAN_MS;
    for (const shard of shards) if (this.#owned.isTakenOver(shard)) this.#unpublishedSinceMs.set(shard, sinceMs);
  }

  async #stop(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) this.#unpublishedSinceMs.delete(shard);
    await this.#running;
  }

  /** Runs a round. If one is running, another one follows it at once instead of at the next interval. */
  async #round(): Promise<void> {
    if (this.#running !== null) {
      this.#isRoundMissed = true;
      return;
    }
    if (this.#pausedRounds > 0) {
      this.#pausedRounds -= 1;
      return;
    }
    this.#running = this.#settle().finally(() => {
      this.#running = null;
      if (!this.#isRoundMissed) return;
      this.#isRoundMissed = false;
      void this.#round();
    });
    await this.#running;
  }

  async #settle(): Promise<void> {
    const shards = this.#owned.fresh;
    if (shards.length === 0) return;
    const settled: (readonly TimedSettlement[])[] = [];
    const beganAtMs = this.#deps.clock.now();
    try {
      const stuckBefore = this.#stuckRounds > 0 ? this.#stuck.map(({ id }) => id) : [];
      this.#stuckRounds -= 1;
      const scope = {
        except: stuckBefore,
        owned: { shards, fence: (tx: Transaction) => this.#owned.fence(tx, shards) },
      };
      const stuck = await settleDueTrades(this.#deps, (trades) => settled.push(trades), scope);
      if (stuck.length > 0) this.#skipForNow(stuck);
      await this.#republish();
    } catch (error) {
      this.#failed(error, shards, beganAtMs);
    } finally {
      // Trades are published after the whole round, because publishing thousands of them earlier would delay the
      // settlement of the others.
      for (const trades of settled) this.#settled(trades);
    }
  }

  #failed(error: unknown, shards: Iterable<Shard>, beganAtMs: number): void {
    // Only the lost shard is excluded; the other shards continue at once.
    if (error instanceof LeaseLostError) return this.#deps.log.info({ lease: error.lease }, error.message);
    // If a connection breaks during a commit, it is unknown whether the commit succeeded. Settled trades are no longer
    // due, so the next round publishes them again.
    for (const shard of shards)
      this.#unpublishedSinceMs.set(shard, Math.min(beganAtMs, this.#unpublishedSinceMs.get(shard) ?? beganAtMs));
    this.#pausedRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
    this.#deps.log.error({ err: error }, 'settlement round failed; what was not settled stays due');
  }

  /**
   * Publishes again the trades that a settler may not have published before it ended or lost the database. Duplicates
   * are harmless.
   */
  async #republish(): Promise<void> {
    if (this.#unpublishedSinceMs.size === 0) return;
    const [shards, sinceMs] = [[...this.#unpublishedSinceMs.keys()], Math.min(...this.#unpublishedSinceMs.values())];
    this.#publisher.publish(await findSettledSince(this.#deps.db.sql, shards, sinceMs));
    for (const shard of shards) this.#unpublishedSinceMs.delete(shard);
  }

  #settled(trades: readonly TimedSettlement[]): void {
    for (const trade of trades) {
      this.#observeLag(trade.lagMs);
      // The trace of a settlement starts at `settledAtMs - lagMs`, which is the expiry of the trade.
      const { settledAtMs, lagMs } = trade;
      traceTrade(this.#deps, 'trade.settle', trade, { fromMs: settledAtMs - lagMs, untilMs: settledAtMs });
    }
    this.#publisher.publish(trades);
  }

  /** Skips trades that the database refuses and tries them again later. All other trades are settled. */
  #skipForNow(stuck: readonly StuckTrade[]): void {
    this.#stuck = this.#stuckRounds > 0 ? [...this.#stuck, ...stuck] : stuck;
    this.#stuckRounds = RETRY_AFTER_MS / SETTLE_INTERVAL_MS;
    const tradeIds = stuck.map(({ id }) => id);
    this.#deps.log.error({ err: stuck[0]?.cause, tradeIds }, 'trades cannot be settled and stay due');
  }

  async #deleteOldIdempotencyKeys(): Promise<void> {
    try {
      await deleteOldResponses(this.#deps.db.sql, this.#steadyNow());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'old idempotency keys could not be dropped');
    }
  }
}
