import { MONEY_RANGES, type MoneyManagement } from '#vocabulary/index.ts';

/** Ranges of the numbers of a stake plan; the first stake of a martingale is the strategy's `trade_amount`. */
export const STAKE_PLAN_RANGES = {
  percent: { percent: MONEY_RANGES.percent },
  martingale: { multiplier: MONEY_RANGES.multiplier, steps: MONEY_RANGES.steps },
} as const;

/** The stake plan of a strategy, which replaces the constant stake `trade_amount`. */
export type StakePlanChoice =
  | {
      readonly plan: 'percent';
      /** Percentage of the balance: 1 is one hundredth. */
      readonly percent: number;
    }
  | { readonly plan: 'martingale'; readonly multiplier: number; readonly steps: number };

/** Returns the stakes of a strategy in the same form as the stakes of a setup (docs/spec/money-and-limits.md §8). */
export function moneyManagementOf({
  trade_amount: fixedAmount,
  stake_plan: choice,
}: {
  readonly trade_amount: number;
  readonly stake_plan?: StakePlanChoice;
}): MoneyManagement {
  switch (choice?.plan) {
    case undefined:
      return { betType: 'fixed', fixedAmount };
    case 'percent':
      return { betType: 'percent', percent: choice.percent };
    case 'martingale':
      return { betType: 'martingale', fixedAmount, multiplier: choice.multiplier, steps: choice.steps };
  }
}
