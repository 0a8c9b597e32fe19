import type { CandleColumns } from '@vigia/core/candles';

type Column = 'time' | 'open' | 'high' | 'low' | 'close';
const COLUMNS: readonly Column[] = ['time', 'open', 'high', 'low', 'close'];

const sharedColumn = (rows: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(rows * Float64Array.BYTES_PER_ELEMENT));

/** Shared memory for candles that is filled in steps. Threads read the candles without a copy. */
export class SharedCandles {
  readonly #columns: Omit<CandleColumns, 'length'>;
  readonly #room: number;
  #length = 0;

  /** Reserves memory for `room` candles. The operating system allocates a page only when it is first written. */
  constructor(room: number) {
    this.#room = room;
    const make = () => sharedColumn(room);
    this.#columns = { time: make(), open: make(), high: make(), low: make(), close: make() };
  }

  get length(): number {
    return this.#length;
  }

  /** Appends rows until the memory is full. */
  append(rows: CandleColumns): void {
    const count = Math.min(rows.length, this.#room - this.#length);
    for (const name of COLUMNS) this.#columns[name].set(rows[name].subarray(0, count), this.#length);
    this.#length += count;
  }

  get columns(): CandleColumns {
    const filled = (name: Column): Float64Array => this.#columns[name].subarray(0, this.#length);
    return {
      length: this.#length,
      time: filled('time'),
      open: filled('open'),
      high: filled('high'),
      low: filled('low'),
      close: filled('close'),
    };
  }
}

/** Copies candles into shared memory. */
export function copyToSharedMemory(candles: CandleColumns): CandleColumns {
  const copy = new SharedCandles(candles.length);
  copy.append(candles);
  return copy.columns;
}
