/** Decided trades in a row that ended alike. */
export type Streak = { readonly result: 'won' | 'lost'; readonly trades: number };

/**
 * Streaks of trades added one by one, in the order they settled. What decides nothing (a tie, a void) is not added: it
 * neither counts nor ends a row, for the stake came back and a staking plan stays on its step.
 */
export class StreakFold {
  #current: Streak | null = null;
  #longest = { won: 0, lost: 0 };

  add(result: Streak['result']): void {
    const trades = this.#current?.result === result ? this.#current.trades + 1 : 1;
    this.#current = { result, trades };
    this.#longest[result] = Math.max(this.#longest[result], trades);
  }

  get longestWinning(): number {
    return this.#longest.won;
  }

  get longestLosing(): number {
    return this.#longest.lost;
  }

  /** The row that the last decided trade ended or went on with; null before the first one. */
  get current(): Streak | null {
    return this.#current;
  }
}
