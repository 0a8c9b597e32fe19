import { type TradeRecord, type WinRateCard, winRateCard } from './win-rate-card.ts';

/** Result of a trade. `sold` has a profit or loss but counts as neither won nor lost. */
export type TradeResult = 'won' | 'lost' | 'tied' | 'sold';

/** Counts results and payouts of trades, which are added one by one in any order, and returns their win rate. */
export class RecordFold {
  #won = 0;
  #lost = 0;
  #tied = 0;
  #payoutBpSum = 0;
  #payouts = 0;

  /**
   * Adds a trade.
   * @param payoutBp payout of a win in whole basis points: 8500 = 85 %; null if the venue stated none
   */
  add(result: TradeResult, payoutBp: number | null): void {
    if (result === 'sold') return;
    if (result === 'tied') {
      this.#tied += 1;
      return;
    }
    if (result === 'won') this.#won += 1;
    else this.#lost += 1;
    if (payoutBp === null) return;
    this.#payoutBpSum += payoutBp;
    this.#payouts += 1;
  }

  copy(): RecordFold {
    const copy = new RecordFold();
    copy.#won = this.#won;
    copy.#lost = this.#lost;
    copy.#tied = this.#tied;
    copy.#payoutBpSum = this.#payoutBpSum;
    copy.#payouts = this.#payouts;
    return copy;
  }

  /**
   * The counts, and the mean of the actual payouts. Each decided trade has the same weight; a trade of unknown payout
   * counts only in the win rate.
   */
  get record(): TradeRecord {
    const averagePayoutRatio = this.#payouts === 0 ? null : this.#payoutBpSum / this.#payouts / 10_000;
    return { won: this.#won, lost: this.#lost, tied: this.#tied, averagePayoutRatio };
  }

  /** The win rate with its one-look interval. */
  get card(): WinRateCard {
    return winRateCard(this.record);
  }
}
