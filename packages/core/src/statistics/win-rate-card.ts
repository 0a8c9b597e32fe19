import type { Verdict } from '#vocabulary/index.ts';
import { breakEvenRate } from './break-even.ts';
import { checkedCount } from './counts.ts';
import { type RatePrecision, studentPoint } from './tries/clustered-rate.ts';
import { type RateInterval, scoreInterval, wilsonInterval } from './wilson.ts';

/**
 * Smallest number of decided trades for a verdict. With fewer, the interval is at least about 35 percentage points
 * wide.
 */
export const MIN_DECIDED_TRADES = 30;

/** Number of trades by result, and the average payout of the decided ones as a fraction of the stake. */
export type TradeRecord = {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  /**
   * Average payout of the decided trades, above zero; null if no payout of a decided trade is known. It is not used if
   * no trade is decided.
   */
  readonly averagePayoutRatio: number | null;
  /** Precision of the rate of trades that overlap; without it the trades are independent. */
  readonly precision?: RatePrecision | undefined;
};

/**
 * A win rate with the figures that must always be shown with it. Rates are fractions. Ties are counted separately, not
 * in the rate.
 */
export type WinRateCard =
  | { readonly kind: 'undecided'; readonly tied: number }
  | {
      readonly kind: 'measured';
      readonly won: number;
      readonly decided: number;
      readonly tied: number;
      readonly rate: number;
      /** Score interval of the rate, at 95 %; Wilson's for independent trades. */
      readonly interval: RateInterval;
      readonly breakEven: number;
      readonly verdict: Verdict;
    }
  /** No payout of a decided trade is known, so there is no break-even rate and no verdict. */
  | {
      readonly kind: 'unpriced';
      readonly won: number;
      readonly decided: number;
      readonly tied: number;
      readonly rate: number;
      readonly interval: RateInterval;
    };

function verdictOf(decided: number, interval: RateInterval, breakEven: number): Verdict {
  if (decided < MIN_DECIDED_TRADES) return 'short_sample';
  if (interval.low > breakEven) return 'above';
  return interval.high < breakEven ? 'below' : 'indistinguishable';
}

const intervalOf = (won: number, decided: number, precision: RatePrecision | undefined): RateInterval =>
  precision === undefined
    ? wilsonInterval(won, decided)
    : scoreInterval(won / decided, precision.independent, studentPoint(Math.max(1, precision.blocks - 1)));

/**
 * Returns the win rate of the decided trades with their number, its interval and a verdict. The break-even rate is that
 * of the actual payouts.
 * @throws RangeError if a count is not an integer ≥ 0, or trades are decided and the payout is not above zero.
 */
export function winRateCard({ won, lost, tied, averagePayoutRatio, precision }: TradeRecord): WinRateCard {
  checkedCount(tied, 'tied');
  const decided = checkedCount(won, 'won') + checkedCount(lost, 'lost');
  if (decided === 0) return { kind: 'undecided', tied };
  const interval = intervalOf(won, decided, precision);
  const figures = { won, decided, tied, rate: won / decided, interval };
  if (averagePayoutRatio === null) return { kind: 'unpriced', ...figures };
  const breakEven = breakEvenRate(averagePayoutRatio);
  return { kind: 'measured', ...figures, breakEven, verdict: verdictOf(decided, interval, breakEven) };
}
