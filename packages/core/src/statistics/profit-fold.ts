/**
 * Figures over the profits of ended trades that are added one by one in the order in which they settled. Profits are in
 * any one money unit; losses are negative and ties zero.
 */
export class ProfitFold {
  #trades = 0;
  #total = 0;
  #gained = 0;
  #lost = 0;
  #peak = 0;
  #deepest = 0;

  add(profit: number): void {
    this.#trades += 1;
    this.#total += profit;
    if (profit > 0) this.#gained += profit;
    else this.#lost -= profit;
    if (this.#total > this.#peak) this.#peak = this.#total;
    if (this.#peak - this.#total > this.#deepest) this.#deepest = this.#peak - this.#total;
  }

  get trades(): number {
    return this.#trades;
  }

  get total(): number {
    return this.#total;
  }

  /** Mean profit of a trade, ties included; null without trades. */
  get expectancy(): number | null {
    return this.#trades === 0 ? null : this.#total / this.#trades;
  }

  /** Sum of the wins divided by the sum of the losses; null without a loss. */
  get profitFactor(): number | null {
    return this.#lost === 0 ? null : this.#gained / this.#lost;
  }

  /**
   * Largest fall of the running total below an earlier peak, not negative. The total starts at zero, which counts as a
   * peak.
   */
  get maxDrawdown(): number {
    return this.#deepest;
  }
}
