import {
  breakEvenRate,
  expectancyPerTrade,
  longestLosingStreak,
  luckPValue,
  maxDrawdown,
  profitFactor,
  type WinRateCard,
  winRateCard,
} from '@vigia/core/statistics';
import { SIGNAL_OUTCOMES, type SignalOutcome, type ZoneState } from '@vigia/core/vocabulary';
import type { DecidedSignalOutcome } from './decided-signals.ts';
import type { ReplayCounts } from './replay-run.ts';

/**
 * The payout that break-even and expectancy assume if the user names none. The report then says that the payout is
 * assumed.
 */
const ASSUMED_PAYOUT_RATIO = 0.8;

/**
 * Statistics of the signals of a replay. Times are epoch seconds and rates are fractions. Profits, expectancy and
 * drawdown are multiples of the stake.
 */
export type SignalSummary = {
  readonly candles: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly signals: number;
  readonly outcomes: Readonly<Record<SignalOutcome, number>>;
  readonly payoutRatio: number;
  readonly payoutIsAssumed: boolean;
  readonly breakEven: number;
  readonly card: WinRateCard;
  /** Mean profit of the won, lost and tied signals; null if there are none. */
  readonly expectancy: number | null;
  readonly profitFactor: number | null;
  readonly maxDrawdown: number;
  readonly longestLosingStreak: number;
  /**
   * Probability that chance alone gives a win rate at least this good: a one-sided test against the break-even rate.
   * Null while no signal is decided.
   */
  readonly luckPValue: number | null;
};

/** The summary of a setup's replay, with the counts of its sequences and price zones. */
export type ReplaySummary = SignalSummary & {
  readonly sequences: number;
  readonly validSequences: number;
  readonly zones: number;
  readonly zoneStates: Readonly<Record<ZoneState, number>>;
};

function tally<Key extends string>(keys: readonly Key[], values: Iterable<Key>): Record<Key, number> {
  const counts = new Map<Key, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<Key, number>;
}

/** Returns the profit of each won, lost or tied signal, in stakes. The result can be read repeatedly. */
function profitsOf(decided: Iterable<DecidedSignalOutcome>, payoutRatio: number): Iterable<number> {
  const profits = { won: payoutRatio, lost: -1, tie: 0 } as const;
  return {
    *[Symbol.iterator]() {
      for (const outcome of decided) if (outcome !== 'void') yield profits[outcome];
    },
  };
}

/**
 * Computes the summary of a replay's signals.
 * @param decided outcomes in the order of their decision, which can be read repeatedly
 */
export function summariseSignals(
  { candles, from, to }: Pick<SignalSummary, 'candles' | 'from' | 'to'>,
  decided: Iterable<DecidedSignalOutcome>,
  { pending, payout }: { readonly pending: number; readonly payout: number | null },
): SignalSummary {
  const payoutRatio = payout ?? ASSUMED_PAYOUT_RATIO;
  const outcomes = { ...tally(SIGNAL_OUTCOMES, decided), pending };
  const { won, lost, tie: tied } = outcomes;
  const profits = profitsOf(decided, payoutRatio);
  return {
    candles,
    from,
    to,
    signals: won + lost + tied + outcomes.void + pending,
    outcomes,
    payoutRatio,
    payoutIsAssumed: payout === null,
    breakEven: breakEvenRate(payoutRatio),
    card: winRateCard({ won, lost, tied, averagePayoutRatio: payoutRatio }),
    expectancy: expectancyPerTrade(profits),
    profitFactor: profitFactor(profits),
    maxDrawdown: maxDrawdown(profits),
    longestLosingStreak: longestLosingStreak(profits),
    luckPValue: won + lost === 0 ? null : luckPValue(won, won + lost, payoutRatio),
  };
}

/** Computes the summary of a setup's replay. */
export function summarise(counts: ReplayCounts, payout: number | null): ReplaySummary {
  const { candles, firstTime, lastTime, sequences, validSequences, zones, zoneEnds, signals, decided } = counts;
  const { spent, invalidated, expired } = zoneEnds;
  const pending = signals - decided.length;
  return {
    ...summariseSignals({ candles, from: firstTime, to: lastTime }, decided, { pending, payout }),
    sequences,
    validSequences,
    zones,
    zoneStates: { live: zones - spent - invalidated - expired, spent, invalidated, expired },
  };
}
