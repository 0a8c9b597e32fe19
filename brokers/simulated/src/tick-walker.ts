import { at, type TickColumns } from '@vigia/core/candles';

/** A cursor over a series of ticks. After the last tick `timeMs` is Infinity. */
export interface TickWalker {
  readonly timeMs: number;
  readonly price: number;
  next(): void;
  /** Moves to the first tick with time ≥ `timeMs`. */
  seekFrom(timeMs: number): this;
}

/** Walks recorded ticks, with all times shifted by the same amount. */
export class ColumnWalker implements TickWalker {
  readonly #ticks: TickColumns;
  readonly #shiftMs: number;
  #row = 0;

  /** @param shiftMs added to every recorded time */
  constructor(ticks: TickColumns, shiftMs: number) {
    this.#ticks = ticks;
    this.#shiftMs = shiftMs;
  }

  get timeMs(): number {
    return this.#row < this.#ticks.length ? at(this.#ticks.timeMs, this.#row) + this.#shiftMs : Infinity;
  }

  get price(): number {
    return at(this.#ticks.price, this.#row);
  }

  next(): void {
    this.#row += 1;
  }

  seekFrom(timeMs: number): this {
    let low = 0;
    let high = this.#ticks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(this.#ticks.timeMs, middle) + this.#shiftMs < timeMs) low = middle + 1;
      else high = middle;
    }
    this.#row = low;
    return this;
  }
}
