import type { Candle } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { OUTAGE_MESSAGES } from '#platform/logging/outage-messages.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { insertCandles, insertTicks, type SymbolCandle } from './market.repository.ts';
import { TickQueue } from './tick-queue.ts';

const FLUSH_EVERY_MS = 500;
const BATCH_TICKS = 5_000;
/** Largest number of queued ticks while the database is unavailable: about an hour of ticks of 25 assets. */
const QUEUE_TICKS = 100_000;
const QUEUE_CANDLES = 40_000;
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 30_000;
/**
 * Oldest ticks of a recording that are stored, by their age in milliseconds. Day partitions exist only for this span.
 */
const DAY_MS = 86_400_000;
/**
 * Stored ticks may be dated at most this many milliseconds ahead of the clock. Orders are not accepted at prices
 * further ahead, and later replays could mistake such ticks for their own.
 */
const AHEAD_MS = 10_000;

/** Runs a write; in a cluster, the write runs under the fencing token of the feed's lease holder. */
export type RunWrite = (work: (sql: Sql) => Promise<void>) => Promise<void>;

type StoreDeps = {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly log: Logger;
  readonly source: PriceSource;
  /** Whether candles are stored. It is false for a recording, whose candles are read from the recording itself. */
  readonly keepsCandles: boolean;
};

/** Writes ticks and closed candles asynchronously every half second, in batches from a bounded queue, with retries. */
export class MarketStore {
  readonly #deps: StoreDeps;
  readonly #ticks = new TickQueue(QUEUE_TICKS);
  #candles: SymbolCandle[] = [];
  #lostCandles = 0;
  #failures = 0;
  #retryAtMs = -Infinity;
  #flushing: Promise<void> | null = null;
  #cancel: Cancel | null = null;

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  get queued(): number {
    return this.#ticks.length + this.#candles.length;
  }

  /** Number of ticks and candles dropped while the database was unavailable. */
  get lost(): number {
    return this.#ticks.lost + this.#lostCandles;
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(durationMs(FLUSH_EVERY_MS), () => void this.flush());
  }

  /** Stops the timer and writes the queue once. Rows that cannot be written then are dropped and logged. */
  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#flushing;
    this.#retryAtMs = -Infinity;
    await this.flush();
    if (this.queued > 0) this.#deps.log.error({ queued: this.queued }, OUTAGE_MESSAGES.dataLeftUnwritten);
  }

  addTick(symbol: string, timeMs: number, price: number, backfilled: boolean): void {
    const ageMs = this.#deps.clock.now() - timeMs;
    if (ageMs > DAY_MS || ageMs < -AHEAD_MS) return;
    this.#ticks.push(symbol, timeMs, price, backfilled);
  }

  addCandle(symbol: string, candle: Candle): void {
    if (!this.#deps.keepsCandles) return;
    this.#candles.push({ symbol, candle });
    if (this.#candles.length <= QUEUE_CANDLES) return;
    this.#candles.shift();
    this.#lostCandles += 1;
  }

  /**
   * Writes the queue. Resolves when the queue is written or the write has failed; never rejects. Only one write runs at
   * a time.
   */
  flush(): Promise<void> {
    if (this.#flushing === null && this.queued > 0 && this.#deps.clock.monotonicMs() >= this.#retryAtMs) {
      this.#flushing = this.#write().finally(() => {
        this.#flushing = null;
      });
    }
    return this.#flushing ?? Promise.resolve();
  }

  async #write(): Promise<void> {
    try {
      await this.#writeCandles();
      while (this.#ticks.length > 0) await this.#writeTicks();
      if (this.#failures > 0) this.#deps.log.info({ failures: this.#failures }, 'market data is written again');
      this.#failures = 0;
    } catch (error) {
      if (error instanceof LeaseLostError) this.#leaveToNext();
      else this.#backOff(error);
    }
  }

  /**
   * Drops the queue. The next lease holder of the feed creates the dropped rows again, starting after the last stored
   * one.
   */
  #leaveToNext(): void {
    this.#deps.log.warn({ queued: this.queued }, 'market data left to the new owner of the feed');
    this.#candles = [];
    this.#ticks.dropBefore(this.#ticks.peek(Infinity).end);
  }

  async #writeCandles(): Promise<void> {
    const rows = [...this.#candles];
    if (rows.length === 0) return;
    await this.#deps.write((sql) => insertCandles(sql, this.#deps.source, rows));
    const written = new Set(rows);
    this.#candles = this.#candles.filter((row) => !written.has(row));
  }

  async #writeTicks(): Promise<void> {
    const { batch, end } = this.#ticks.peek(BATCH_TICKS);
    await this.#deps.write((sql) => insertTicks(sql, this.#deps.source, batch));
    this.#ticks.dropBefore(end);
  }

  #backOff(error: unknown): void {
    const delayMs = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryAtMs = this.#deps.clock.monotonicMs() + delayMs;
    this.#deps.log.warn(
      { err: error, queued: this.queued, lost: this.lost, delayMs },
      'market data could not be written',
    );
  }
}
