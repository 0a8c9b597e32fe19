/** Smallest and largest fraction of its free capital that a bettor stakes on a trade. */
const SMALLEST = 0.05;
const LARGEST = 0.4;
const COUNT = 16;

/**
 * Fractions of the bettors, ascending in equal ratios. A bettor with the fraction c earns most against trades that are
 * won with the probability `breakEven + (1 − breakEven) × c`. With a payout of 85 % these are win rates from 56.4 % to
 * 72.4 %.
 */
export const FRACTIONS: readonly number[] = Array.from(
  { length: COUNT },
  (_, index) => SMALLEST * (LARGEST / SMALLEST) ** (index / (COUNT - 1)),
);

/** Capital above which a bettor stops counting gains, so that no product overflows. */
const MOST = 1e200;

/**
 * Bettors who start with an equal share of a capital of 1. Each stakes its own fraction of its free capital on every
 * trade. What is staked on open trades is not free, so overlapping trades share one capital and are not counted as
 * independent evidence. If no bet is favourable, the free capital exceeds 1/α at any time with a probability of at most
 * α (Ville 1939).
 */
export class Bettors {
  readonly #free = new Float64Array(COUNT).fill(1 / COUNT);
  readonly #staked = new Map<string, Float64Array>();

  /** Free capital of all bettors; stakes on open trades count as lost. */
  get free(): number {
    return this.#free.reduce((sum, capital) => sum + capital, 0);
  }

  /** Stakes on a trade whose outcome is not known yet. */
  stake(id: string): void {
    const stakes = this.#free.map((capital, index) => capital * (FRACTIONS[index] ?? 0));
    for (let index = 0; index < COUNT; index += 1) this.#free[index] = (this.#free[index] ?? 0) - (stakes[index] ?? 0);
    this.#staked.set(id, stakes);
  }

  /**
   * Pays out the stakes on a trade.
   * @param gain gain per unit staked, at least −1
   */
  pay(id: string, gain: number): void {
    const stakes = this.#staked.get(id);
    if (stakes === undefined) return;
    this.#staked.delete(id);
    for (let index = 0; index < COUNT; index += 1) {
      const capital = (this.#free[index] ?? 0) + (stakes[index] ?? 0) * (1 + Math.max(gain, -1));
      this.#free[index] = Math.min(capital, MOST);
    }
  }
}
