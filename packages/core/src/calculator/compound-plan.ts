import type { MinorUnits } from '#kernel/index.ts';
import { expectedReturn, type Odds, rateNeededFor } from './expectation.ts';
import { logGrowth } from './growth.ts';

/** A growth goal per session. The whole capital is available in the next session. */
export type CompoundPlan = {
  readonly capitalMinor: MinorUnits;
  /** Target growth of each session; 0.02 is 2 %. */
  readonly goalRatio: number;
  readonly sessions: number;
  readonly tradesPerSession: number;
  /** Share of the capital staked in each trade, above 0 and at most 1. */
  readonly stakeFraction: number;
};

/**
 * The goal and the probable results: capital at the start and after each session, in cents. Amounts beyond the safe
 * integers are not exact, and may be infinite.
 */
export type CompoundOutcome = {
  /** Capital if every session reaches the goal. */
  readonly wishedMinor: readonly number[];
  /** Mean capital, C·(1 + f·r)^n; a few very good sessions raise it. */
  readonly expectedMinor: readonly number[];
  /** Median capital, C·exp(n·g): half of the sessions have more, half have less. */
  readonly typicalMinor: readonly number[];
  /** The win rate at which the goal is the expected result. Above 1, no win rate is sufficient. */
  readonly rateNeeded: number;
};

/**
 * Compares a goal of compound growth with the expected results. C is the capital, f the fraction staked, and n the
 * trades so far. r is the expected return on one stake, and g the logarithmic growth per trade. A goal t per session of
 * m trades needs r = ((1 + t)^(1/m) − 1)/f.
 */
export function compoundOutcome(plan: CompoundPlan, odds: Odds): CompoundOutcome {
  const { capitalMinor, goalRatio, sessions, tradesPerSession, stakeFraction } = plan;
  const growing = (bySession: number): number[] =>
    Array.from({ length: sessions + 1 }, (_, session) => Math.round(capitalMinor * bySession ** session));
  const neededReturn = Math.expm1(Math.log1p(goalRatio) / tradesPerSession) / stakeFraction;
  return {
    wishedMinor: growing(1 + goalRatio),
    expectedMinor: growing((1 + stakeFraction * expectedReturn(odds)) ** tradesPerSession),
    typicalMinor: growing(Math.exp(tradesPerSession * logGrowth(odds, stakeFraction))),
    rateNeeded: rateNeededFor(neededReturn, odds.payoutRatio),
  };
}

/** Returns one stake as a fraction of the capital; at most 1. */
export const stakeShare = (stakeMinor: MinorUnits, capitalMinor: MinorUnits): number =>
  Math.min(1, stakeMinor / capitalMinor);
