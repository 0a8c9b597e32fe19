/** A number of decided trades in a row with one result. */
export type Streak = { readonly result: 'won' | 'lost'; readonly trades: number };

/**
 * Streaks of trades that are added one by one in the order in which they settled. The caller does not add ties and void
 * trades. They neither count nor end a streak, because the stake is returned and a staking plan stays on its step.
 */
export class StreakFold {
  #result: Streak['result'] = 'won';
  #trades = 0;
  #longestWinning = 0;
  #longestLosing = 0;

  add(result: Streak['result']): void {
    this.#trades = result === this.#result ? this.#trades + 1 : 1;
    this.#result = result;
    if (result === 'won') this.#longestWinning = Math.max(this.#longestWinning, this.#trades);
    else this.#longestLosing = Math.max(this.#longestLosing, this.#trades);
  }

  get longestWinning(): number {
    return this.#longestWinning;
  }

  get longestLosing(): number {
    return this.#longestLosing;
  }

  /** The streak up to the last decided trade; null before the first one. */
  get current(): Streak | null {
    return this.#trades === 0 ? null : { result: this.#result, trades: this.#trades };
  }
}
