import { assertNever, err, type MinorUnits, minorUnits, ok, type Result } from '#kernel/index.ts';
import type { DecidedState } from '#trades/index.ts';
import type { StakePlan } from './stake-plan.ts';

/** The last trade of a setup: its ladder (null if it had none), its step in the ladder, and its result. */
export type LastTrade = {
  readonly stakesMinor: readonly MinorUnits[] | null;
  /** Step of the trade in its ladder, counted from 1. */
  readonly step: number;
  readonly result: DecidedState | 'open';
};

export type StakeFacts = {
  readonly cashMinor: MinorUnits;
  readonly isRealMoney: boolean;
  /** The last trade of the setup; null if the setup has placed no trade. */
  readonly last: LastTrade | null;
};

/** The stake to place now. `step` is 1 without a ladder. The stake may be zero or below the asset's minimum. */
export type NextStake = { readonly stakeMinor: MinorUnits; readonly step: number };

/**
 * The reason why a setup has no next stake. `real_money`: a martingale never runs with real money. `ladder_open`: the
 * next step depends on a trade that is still open.
 */
export type StakeRefused = 'real_money' | 'ladder_open';

/**
 * Returns the next stake of a setup. A percentage of the balance is rounded down to the cent. A ladder returns to its
 * first step after a win and after its last step. It also does so if its stakes differ from those of the previous
 * trade. A tie or a void trade costs nothing and repeats its step.
 */
export function nextStake(
  plan: StakePlan,
  { cashMinor, isRealMoney, last }: StakeFacts,
): Result<NextStake, StakeRefused> {
  switch (plan.kind) {
    case 'fixed':
      return ok({ stakeMinor: plan.stakeMinor, step: 1 });
    case 'percent':
      return ok({ stakeMinor: percentOf(cashMinor, plan.percent), step: 1 });
    case 'martingale': {
      if (isRealMoney) return err('real_money');
      if (last?.result === 'open') return err('ladder_open');
      const step = nextStep(plan.stakesMinor, last);
      return ok({ stakeMinor: plan.stakesMinor[step - 1] ?? minorUnits(0), step });
    }
    default:
      return assertNever(plan);
  }
}

function nextStep(stakesMinor: readonly MinorUnits[], last: LastTrade | null): number {
  if (last === null || last.stakesMinor === null || !isSame(last.stakesMinor, stakesMinor)) return 1;
  if (last.result === 'won') return 1;
  if (last.result !== 'lost') return last.step;
  return last.step < stakesMinor.length ? last.step + 1 : 1;
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((stake, index) => stake === b[index]);

/**
 * Significant digits to which a product is rounded before it is rounded down to the cent. Without this rounding,
 * floating-point errors would make 0.1 % of 1,000.00 a cent too small.
 */
const EXACT_DIGITS = 14;
const percentOf = (cashMinor: MinorUnits, percent: number): MinorUnits =>
  minorUnits(Math.floor(Number(((cashMinor * percent) / 100).toPrecision(EXACT_DIGITS))));
