/** Ticks as columns, in the shape that the tick store writes. */
export type TickBatch = {
  readonly symbols: string[];
  readonly timesMs: number[];
  /** Number of the tick among the newest ticks of its symbol with the same time, from 0; 0 for a late tick. */
  readonly seqs: number[];
  readonly prices: number[];
  /** 1 for a backfilled tick, otherwise 0; the driver cannot bind arrays of booleans. */
  readonly backfilled: number[];
};

/** Largest number that the store accepts. */
const SEQ_MAX = 32_767;

/** Queue of ticks that wait for the database. If it is full, it drops its oldest ticks and counts them. */
export class TickQueue {
  readonly #capacity: number;
  readonly #symbols: string[];
  readonly #timesMs: Float64Array;
  readonly #seqs: Uint16Array;
  readonly #prices: Float64Array;
  readonly #backfilled: Uint8Array;
  /** Newest tick of each symbol. A late tick does not count. */
  readonly #newest = new Map<string, { timeMs: number; seq: number }>();
  #head = 0;
  #tail = 0;
  /** Number of ticks dropped since the start. */
  lost = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#symbols = new Array<string>(capacity).fill('');
    this.#timesMs = new Float64Array(capacity);
    this.#seqs = new Uint16Array(capacity);
    this.#prices = new Float64Array(capacity);
    this.#backfilled = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#tail - this.#head;
  }

  push(symbol: string, timeMs: number, price: number, backfilled: boolean): void {
    if (this.length === this.#capacity) {
      this.#head += 1;
      this.lost += 1;
    }
    const place = this.#tail % this.#capacity;
    this.#symbols[place] = symbol;
    this.#timesMs[place] = timeMs;
    this.#seqs[place] = this.#seqOf(symbol, timeMs);
    this.#prices[place] = price;
    this.#backfilled[place] = backfilled ? 1 : 0;
    this.#tail += 1;
  }

  /** Copies up to `limit` of the oldest ticks. After writing them, the caller calls `dropBefore(end)`. */
  peek(limit: number): { readonly batch: TickBatch; readonly end: number } {
    const count = Math.min(limit, this.length);
    const batch: TickBatch = { symbols: [], timesMs: [], seqs: [], prices: [], backfilled: [] };
    for (let n = this.#head; n < this.#head + count; n += 1) {
      const place = n % this.#capacity;
      batch.symbols.push(this.#symbols[place] ?? '');
      batch.timesMs.push(this.#timesMs[place] ?? 0);
      batch.seqs.push(this.#seqs[place] ?? 0);
      batch.prices.push(this.#prices[place] ?? 0);
      batch.backfilled.push(this.#backfilled[place] ?? 0);
    }
    return { batch, end: this.#head + count };
  }

  /**
   * Drops the ticks before an end returned by `peek`. Some of them may already have been dropped because the queue was
   * full.
   */
  dropBefore(end: number): void {
    this.#head = Math.max(this.#head, end);
  }

  #seqOf(symbol: string, timeMs: number): number {
    const newest = this.#newest.get(symbol);
    if (newest === undefined) this.#newest.set(symbol, { timeMs, seq: 0 });
    if (newest === undefined || timeMs < newest.timeMs) return 0;
    newest.seq = newest.timeMs === timeMs ? Math.min(newest.seq + 1, SEQ_MAX) : 0;
    newest.timeMs = timeMs;
    return newest.seq;
  }
}
