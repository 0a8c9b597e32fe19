import type { MinorUnits } from '#kernel/index.ts';
import { expectedReturn, type Odds, rateNeededFor } from './expectation.ts';
import { logGrowth } from './growth.ts';

/** A wish: so much per session, all of it staked again in the next. */
export type CompoundPlan = {
  readonly capitalMinor: MinorUnits;
  /** Growth wished for in each session, 0.02 is 2 %. */
  readonly goalRatio: number;
  readonly sessions: number;
  readonly tradesPerSession: number;
  /** Share of the capital staked in each trade, above 0 and at most 1. */
  readonly stakeFraction: number;
};

/**
 * The wish held against the odds: capital at the start and after each session, in cents. Beyond the exact integers the amounts are
 * no longer exact, and may be infinite.
 */
export type CompoundOutcome = {
  /** If the wish comes true. */
  readonly wishedMinor: readonly number[];
  /** On average, C·(1 + f·r)^n: few very good runs lift it. */
  readonly expectedMinor: readonly number[];
  /** In a typical run, C·exp(n·g): half have more, half less. */
  readonly typicalMinor: readonly number[];
  /** The win rate at which the wish is what is expected; above 1: no rate is enough. */
  readonly rateNeeded: number;
};

/**
 * What a plan of compound growth asks for, and what the odds make of it. C is the capital, f the share staked, n the trades so
 * far, r the expected return on one stake, g the logarithmic growth per trade; goal t per session of m trades needs
 * r = ((1 + t)^(1/m) − 1)/f.
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

/** The share of the capital one stake is; all of it where the stake is more. */
export const shareOf = (stakeMinor: MinorUnits, capitalMinor: MinorUnits): number =>
  Math.min(1, stakeMinor / capitalMinor);
