import { invariant } from '#kernel/index.ts';

/** The running total after the trade that settled at `atMs`. */
export type EquityPoint = { readonly atMs: number; readonly total: number };

/**
 * A running total in at most `maxPoints` points, however many are added: each time the room is used up every second one
 * goes, and from then on only every second is kept. The first and the last point are always among them.
 */
export class EquityFold {
  readonly #room: number;
  #kept: EquityPoint[] = [];
  #stride = 1;
  #added = 0;
  #last: EquityPoint | null = null;

  /** @param maxPoints at least 4 */
  constructor(maxPoints: number) {
    invariant(Number.isInteger(maxPoints) && maxPoints >= 4, `${maxPoints} points make no curve`);
    // One place is for the last point.
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

  /** The points so far, in the order they were added. */
  get points(): readonly EquityPoint[] {
    const last = this.#last;
    return last === null || this.#kept.at(-1) === last ? this.#kept : [...this.#kept, last];
  }
}
