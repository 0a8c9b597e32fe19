import type { TickPath } from './symbol-path.ts';

/**
 * The path of a cross rate, whose price follows from the prices of its two legs. It has a tick whenever a leg has one:
 * otherwise a leg would show the next price of the cross beforehand.
 */
export class CrossPath implements TickPath {
  timeMs = 0;
  move = 0;
  readonly #first: Leg;
  readonly #second: Leg;
  /** 1 for a product of the legs, −1 for a quotient. */
  readonly #sign: 1 | -1;

  constructor(first: TickPath, second: TickPath, sign: 1 | -1) {
    this.#first = new Leg(first);
    this.#second = new Leg(second);
    this.#sign = sign;
  }

  next(): void {
    const timeMs = Math.min(this.#first.nextMs, this.#second.nextMs);
    this.#first.goTo(timeMs);
    this.#second.goTo(timeMs);
    this.#read();
  }

  seekBefore(timeMs: number): void {
    this.#first.seekBefore(timeMs);
    this.#second.seekBefore(timeMs);
    this.#read();
  }

  #read(): void {
    this.timeMs = Math.max(this.#first.timeMs, this.#second.timeMs);
    this.move = this.#first.move + this.#sign * this.#second.move;
  }
}

/** The last tick of a leg, and the time of its next one. */
class Leg {
  timeMs = 0;
  move = 0;
  /** Walk that is one tick ahead. */
  readonly #ahead: TickPath;

  constructor(ahead: TickPath) {
    this.#ahead = ahead;
  }

  get nextMs(): number {
    return this.#ahead.timeMs;
  }

  /** Moves to the next tick if it has this time. */
  goTo(timeMs: number): void {
    if (this.#ahead.timeMs === timeMs) this.#take();
  }

  seekBefore(timeMs: number): void {
    this.#ahead.seekBefore(timeMs);
    this.#take();
  }

  #take(): void {
    this.timeMs = this.#ahead.timeMs;
    this.move = this.#ahead.move;
    this.#ahead.next();
  }
}
