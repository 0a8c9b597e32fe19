/** Ticks as columns, in the shape that the tick store writes. */
export type TickBatch = {
  readonly symbols: string[];
  readonly timesMs: number[];
  readonly prices: number[];
  /** 1 for a backfilled tick, otherwise 0; the driver cannot bind arrays of booleans. */
  readonly backfilled: number[];
};

/** Queue of ticks that wait for the database. If it is full, it drops its oldest ticks and counts them. */
export class TickQueue {
  readonly #capacity: number;
  readonly #symbols: string[];
  readonly #timesMs: Float64Array;
  readonly #prices: Float64Array;
  readonly #backfilled: Uint8Array;
  #head = 0;
  #tail = 0;
  /** Number of ticks dropped since the start. */
  lost = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#symbols = new Array<string>(capacity).fill('');
    this.#timesMs = new Float64Array(capacity);
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
    this.#prices[place] = price;
    this.#backfilled[place] = backfilled ? 1 : 0;
    this.#tail += 1;
  }

  /** Copies up to `limit` of the oldest ticks. After writing them, the caller calls `dropBefore(mark)`. */
  peek(limit: number): { readonly batch: TickBatch; readonly mark: number } {
    const count = Math.min(limit, this.length);
    const batch: TickBatch = { symbols: [], timesMs: [], prices: [], backfilled: [] };
    for (let n = this.#head; n < this.#head + count; n += 1) {
      const place = n % this.#capacity;
      batch.symbols.push(this.#symbols[place] ?? '');
      batch.timesMs.push(this.#timesMs[place] ?? 0);
      batch.prices.push(this.#prices[place] ?? 0);
      batch.backfilled.push(this.#backfilled[place] ?? 0);
    }
    return { batch, mark: this.#head + count };
  }

  /**
   * Drops the ticks before a mark returned by `peek`. Some of them may already have been dropped because the queue was
   * full.
   */
  dropBefore(mark: number): void {
    this.#head = Math.max(this.#head, mark);
  }
}
