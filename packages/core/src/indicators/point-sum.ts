import { at } from '#candles/index.ts';

/** Largest number of decimals of a price whose sums are exact. */
const MAX_DECIMALS = 12;
/** Sums and prices in points stay below this limit, so that they and their differences are exact integers. */
const LIMIT = 2 ** 52;

const SCALES = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/** Returns the number of decimals of a price; −1 if it has more than 12 or is too large to be exact. */
function decimalsOf(price: number): number {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = at(SCALES, decimals);
    const points = Math.round(price * scale);
    if (Math.abs(points) > LIMIT) return -1;
    if (points / scale === price) return decimals;
  }
  return -1;
}

/**
 * The sum of the last n prices in integer points: a price with `d` decimals is a whole number of 10^−d. The mean is the
 * quotient of two integers, rounded once. Equal means are therefore equal numbers, whatever their periods and the order
 * of their prices, and a mean that equals a price is that price. Different means of up to 10^10 points stay different.
 * The mean depends on the n prices only.
 */
export class PointSum {
  readonly #period: number;
  readonly #prices: Float64Array;
  readonly #points: Float64Array;
  #next = 0;
  /** Number of points in a price of 1, such as 100 with two decimals; NaN while the sum is too large to be exact. */
  #scale = 1;
  #sum = 0;
  /** Number of pushes after which no price in the window has too many decimals to be a whole number of points. */
  #inexactLeft = 0;

  constructor(period: number) {
    this.#period = period;
    this.#prices = new Float64Array(period);
    this.#points = new Float64Array(period);
  }

  /** Adds a price in place of the oldest one. */
  push(price: number): void {
    const slot = this.#next;
    this.#next = slot + 1 === this.#period ? 0 : slot + 1;
    this.#prices[slot] = price;
    if (this.#inexactLeft > 0) return this.#passInexact(price);
    const points = Math.round(price * this.#scale);
    const sum = this.#sum + (points - at(this.#points, slot));
    // A price with more decimals than any before needs a larger scale.
    if (points / this.#scale !== price || Math.abs(points) > LIMIT || !(Math.abs(sum) <= LIMIT)) return this.#rebuild();
    this.#points[slot] = points;
    this.#sum = sum;
  }

  /** The mean of the prices; NaN if they are not all whole numbers of points. */
  get mean(): number {
    return this.#inexactLeft > 0 ? NaN : this.#sum / (this.#period * this.#scale);
  }

  /** Replaces all prices. @param next index of the oldest price */
  restore(prices: Float64Array, next: number): void {
    this.#prices.set(prices);
    this.#next = next;
    this.#rebuild();
  }

  #passInexact(price: number): void {
    this.#inexactLeft = decimalsOf(price) < 0 ? this.#period : this.#inexactLeft - 1;
    if (this.#inexactLeft === 0) this.#rebuild();
  }

  /** Computes the sum again, with the smallest scale for which all prices are whole numbers of points. */
  #rebuild(): void {
    let most = 0;
    this.#inexactLeft = 0;
    for (let age = 0; age < this.#period; age += 1) {
      const decimals = decimalsOf(at(this.#prices, (this.#next + age) % this.#period));
      if (decimals < 0) this.#inexactLeft = age + 1;
      most = Math.max(most, decimals);
    }
    this.#scale = at(SCALES, most);
    this.#sum = 0;
    for (let slot = 0; slot < this.#period; slot += 1) {
      const points = Math.round(at(this.#prices, slot) * this.#scale);
      this.#points[slot] = points;
      this.#sum += points;
      if (Math.abs(points) > LIMIT || Math.abs(this.#sum) > LIMIT) this.#scale = NaN;
    }
  }
}
