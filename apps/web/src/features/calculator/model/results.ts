import { ladderStakes, ruinChance, totalAtRisk } from '@vigia/core/auto-trading';
import {
  type CompoundOutcome,
  chanceOfLossRun,
  compoundOutcome,
  expectedReturn,
  kellyFraction,
  type Odds,
  type SessionChances,
  type SimulatedSessions,
  type Staking,
  sessionChances,
  simulateSessions,
  stakeFrom,
  stakeShare,
} from '@vigia/core/calculator';
import { type MinorUnits, minorUnits, SeededRng } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import type { CalculatorValues, KellyChoice } from './fields.ts';

/** Number of random sessions that the calculator simulates. */
export const SIMULATED_SESSION_COUNT = 100;
/** Common payouts at brokers, as fractions. */
const COMMON_PAYOUTS = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95] as const;

export const KELLY_SHARES = { completo: 1, medio: 0.5, cuarto: 0.25 } as const satisfies Record<KellyChoice, number>;

export const toOdds = ({ winRate, payout }: CalculatorValues): Odds => ({
  winRate: winRate / 100,
  payoutRatio: payout / 100,
});

/** Converts a typed amount with at most two decimals to cents. */
const cents = (amount: number): MinorUnits => minorUnits(Math.round(amount * 100));

export const stakeMinorOf = ({ stake }: CalculatorValues): MinorUnits => cents(stake);
export const capitalMinorOf = ({ capital }: CalculatorValues): MinorUnits => cents(capital);

/** The break-even rate, and the expected profit of one trade in units of money. */
export type Expectation = { readonly breakEven: number; readonly perTrade: number };

export function expectationOf(values: CalculatorValues): Expectation {
  const odds = toOdds(values);
  return { breakEven: breakEvenRate(odds.payoutRatio), perTrade: values.stake * expectedReturn(odds) };
}

/**
 * A row of the payout table, for a common payout or for the user's payout. Rates are fractions. `perTrade` is in units
 * of money.
 */
export type PayoutRow = Expectation & { readonly payoutRatio: number; readonly isOwn: boolean };

export function payoutRows(values: CalculatorValues): readonly PayoutRow[] {
  const own = toOdds(values).payoutRatio;
  const ratios = [...new Set([...COMMON_PAYOUTS, own])].toSorted((a, b) => a - b);
  return ratios.map((payoutRatio) => ({
    ...expectationOf({ ...values, payout: payoutRatio * 100 }),
    payoutRatio,
    isOwn: payoutRatio === own,
  }));
}

/** Returns the fraction of the balance that each trade stakes. Returns null for a fixed stake. */
export function stakedBalanceFraction(values: CalculatorValues): number | null {
  switch (values.staking) {
    case 'fijo':
      return null;
    case 'porcentaje':
      return values.percent / 100;
    case 'kelly':
      return kellyFraction(toOdds(values)) * KELLY_SHARES[values.kelly];
  }
}

function stakingOf(values: CalculatorValues): Staking {
  const fraction = stakedBalanceFraction(values);
  return fraction === null ? { kind: 'fixed', stakeMinor: stakeMinorOf(values) } : { kind: 'fraction', fraction };
}

/** Returns the first stake of a simulated session in units of money. Returns null if no stake is possible. */
export function firstStake(values: CalculatorValues): number | null {
  const stakeMinor = stakeFrom(stakingOf(values), capitalMinorOf(values));
  return stakeMinor === null ? null : stakeMinor / 100;
}

export const sessionsOf = (values: CalculatorValues): SimulatedSessions =>
  simulateSessions(
    {
      odds: toOdds(values),
      staking: stakingOf(values),
      capitalMinor: capitalMinorOf(values),
      trades: values.trades,
      sessions: SIMULATED_SESSION_COUNT,
    },
    new SeededRng(values.seed),
  );

/** Returns the exact chances behind the random sessions. They do not change with another draw. */
export const chancesOf = (values: CalculatorValues): SessionChances =>
  sessionChances({
    odds: toOdds(values),
    staking: stakingOf(values),
    capitalMinor: capitalMinorOf(values),
    trades: values.trades,
  });

/** A step of a martingale ladder. Money is in units of the currency, probabilities are fractions. */
export type LadderStep = { readonly stake: number; readonly spent: number; readonly reached: number };
export type Ladder = {
  readonly steps: readonly LadderStep[];
  readonly atRisk: number;
  /** Probability of losing every step of the ladder. */
  readonly lost: number;
  /** Probability of losing a whole ladder at least once in a session. */
  readonly lostInSession: number;
};

/**
 * Returns the probability of a losing streak. The result is kept below 1: no win rate here is 0 or 1, so a computed 1
 * is a rounding error.
 */
const chanceOfStreak = (length: number, { trades, winRate }: CalculatorValues): number =>
  Math.min(chanceOfLossRun(length, trades, 1 - winRate / 100), 1 - Number.EPSILON);

export function ladderOf(values: CalculatorValues): Ladder {
  const { winRate } = toOdds(values);
  const stakes = ladderStakes(stakeMinorOf(values), values.multiplier, values.steps);
  const steps = stakes.map((stakeMinor, step) => ({
    stake: formatMinor(stakeMinor, PAPER_CURRENCY),
    spent: formatMinor(totalAtRisk(stakes.slice(0, step + 1)), PAPER_CURRENCY),
    reached: ruinChance(step, winRate),
  }));
  return {
    steps,
    atRisk: formatMinor(totalAtRisk(stakes), PAPER_CURRENCY),
    lost: ruinChance(values.steps, winRate),
    lostInSession: chanceOfStreak(values.steps, values),
  };
}

/**
 * Probability and cost of losing streaks. Money is in units of the currency; probabilities and shares are fractions.
 */
export type Streaks = {
  readonly chance: number;
  /** The requested length of a streak, with some shorter and longer lengths. */
  readonly around: readonly { readonly length: number; readonly chance: number; readonly cost: number }[];
  readonly withMartingale: number;
  readonly kelly: number;
};

export function streaksOf(values: CalculatorValues): Streaks {
  const shortest = Math.max(1, values.streak - 2);
  const lengths = Array.from({ length: 5 }, (_, index) => shortest + index);
  return {
    chance: chanceOfStreak(values.streak, values),
    around: lengths.map((length) => ({ length, chance: chanceOfStreak(length, values), cost: values.stake * length })),
    withMartingale: formatMinor(
      totalAtRisk(ladderStakes(stakeMinorOf(values), values.multiplier, values.streak)),
      PAPER_CURRENCY,
    ),
    kelly: kellyFraction(toOdds(values)),
  };
}

/** Returns the plan with compound growth. Returns null if the stake is zero. */
export function compoundPlanOf(values: CalculatorValues): CompoundOutcome | null {
  const capitalMinor = capitalMinorOf(values);
  const stakeFraction = stakedBalanceFraction(values) ?? stakeShare(stakeMinorOf(values), capitalMinor);
  if (stakeFraction === 0) return null;
  return compoundOutcome(
    {
      capitalMinor,
      goalRatio: values.goal / 100,
      sessions: values.sessions,
      tradesPerSession: values.trades,
      stakeFraction,
    },
    toOdds(values),
  );
}
