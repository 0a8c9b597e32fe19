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
import { SIGNAL_OUTCOMES, type SignalOutcome, ZONE_STATES, type ZoneState } from '@vigia/core/vocabulary';
import type { ReplayFindings } from './replay-run.ts';

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

type Decided = Exclude<SignalOutcome, 'pending'>;

/** Returns the profit of each won, lost or tied signal, as a multiple of the stake. */
function profitsOf(decided: readonly Decided[], payoutRatio: number): number[] {
  const profits = { won: payoutRatio, lost: -1, tie: 0 } as const;
  return decided.flatMap((outcome) => (outcome === 'void' ? [] : profits[outcome]));
}

/**
 * Computes the summary of a replay's signals.
 * @param decided outcomes in the order of their decision
 */
export function summariseSignals(
  { candles, from, to }: Pick<SignalSummary, 'candles' | 'from' | 'to'>,
  decided: readonly Decided[],
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
    signals: decided.length + pending,
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

export function summarise(findings: ReplayFindings, payout: number | null): ReplaySummary {
  const { candles, firstTime, lastTime, sequences, zones, zoneEnds, signals, settlements } = findings;
  const decided = [...settlements.values()].map(({ outcome }) => outcome);
  const pending = signals.length - decided.length;
  return {
    ...summariseSignals({ candles, from: firstTime, to: lastTime }, decided, { pending, payout }),
    sequences: sequences.length,
    validSequences: sequences.filter(({ isValid }) => isValid).length,
    zones: zones.length,
    zoneStates: tally(
      ZONE_STATES,
      zones.map((zone) => zoneEnds.get(zone)?.end ?? 'live'),
    ),
  };
}
