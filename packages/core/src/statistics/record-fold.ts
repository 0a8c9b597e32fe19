import { type WinRateCard, winRateCard } from './win-rate-card.ts';

/** How a trade ended; `sold` gave money but decided nothing. */
export type TradeResult = 'won' | 'lost' | 'tied' | 'sold';

/** Counts results and the payouts they were decided at, for a win rate of trades added one by one in any order. */
export class RecordFold {
  #won = 0;
  #lost = 0;
  #tied = 0;
  #payoutBpSum = 0;

  /** @param payoutBp what a win paid, in whole basis points: 8500 = 85 % */
  add(result: TradeResult, payoutBp: number): void {
    if (result === 'sold') return;
    if (result === 'tied') {
      this.#tied += 1;
      return;
    }
    if (result === 'won') this.#won += 1;
    else this.#lost += 1;
    this.#payoutBpSum += payoutBp;
  }

  get won(): number {
    return this.#won;
  }

  get lost(): number {
    return this.#lost;
  }

  get tied(): number {
    return this.#tied;
  }

  /** The win rate with its break-even from the mean of the actual payouts: each trade weighs alike, as in the rate. */
  get card(): WinRateCard {
    const decided = this.#won + this.#lost;
    const averagePayoutRatio = decided === 0 ? 0 : this.#payoutBpSum / decided / 10_000;
    return winRateCard({ won: this.#won, lost: this.#lost, tied: this.#tied, averagePayoutRatio });
  }
}
