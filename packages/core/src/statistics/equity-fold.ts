import { invariant } from '#kernel/index.ts';

/** The running total after the trade that settled at `atMs`. */
export type EquityPoint = { readonly atMs: number; readonly total: number };

/**
 * A running total in at most `maxPoints` points, for any number of added points. When the curve is full, it drops every
 * second point and from then on keeps only half as many of the new points. The first and the last point always remain.
 */
export class EquityFold {
  readonly #room: number;
  #kept: EquityPoint[] = [];
  #stride = 1;
  #added = 0;
  #last: EquityPoint | null = null;

  /**
   * Creates an empty curve.
   * @param maxPoints at least 4
   */
  constructor(maxPoints: number) {
    invariant(Number.isInteger(maxPoints) && maxPoints >= 4, `${maxPoints} points make no curve`);
    // One of the `maxPoints` points is reserved for the last trade.
    this.#room = maxPoints - 1;
  }

  add(point: EquityPoint): void {
    this.#last = point;
    if (this.#added % this.#stride === 0) this.#keep(point);
    this.#added += 1;
  }

  #keep(point: EquityPoint): void {
    if (this.#kept.length === this.#room) {
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
      this.#stride *= 2;
      if (this.#added % this.#stride !== 0) return;
    }
    this.#kept.push(point);
  }

  /** The points that the curve keeps, in the order in which they were added. */
  get points(): readonly EquityPoint[] {
    const last = this.#last;
    return last === null || this.#kept.at(-1) === last ? this.#kept : [...this.#kept, last];
  }
}
