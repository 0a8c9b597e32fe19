import type { CandleColumns } from '@vigia/core/candles';

type Column = 'time' | 'open' | 'high' | 'low' | 'close';
const COLUMNS: readonly Column[] = ['time', 'open', 'high', 'low', 'close'];

const sharedColumn = (rows: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(rows * Float64Array.BYTES_PER_ELEMENT));

/** Room for candles in shared memory, filled in steps: threads then read it where it lies. */
export class SharedCandles {
  readonly #columns: Omit<CandleColumns, 'length'>;
  readonly #room: number;
  #length = 0;

  /** Memory that is never filled is never taken from the machine. */
  constructor(room: number) {
    this.#room = room;
    const make = () => sharedColumn(room);
    this.#columns = { time: make(), open: make(), high: make(), low: make(), close: make() };
  }

  get length(): number {
    return this.#length;
  }

  /** Appends as many rows as there is room for. */
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

/** The same candles in shared memory. */
export function shared(candles: CandleColumns): CandleColumns {
  const copy = new SharedCandles(candles.length);
  copy.append(candles);
  return copy.columns;
}
