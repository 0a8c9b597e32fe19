import { assertNever, type MinorUnits, ok, type Result } from '#kernel/index.ts';
import { type AmountFault, type Currency, parseAmountMinor } from '#money/index.ts';
import type { MoneyManagement } from '#vocabulary/index.ts';
import { ladderStakes } from './ladder.ts';

/** Stake plan of a setup, with amounts in minor units. `percent`: 1 is one hundredth of the balance. */
export type StakePlan =
  | { readonly kind: 'fixed'; readonly stakeMinor: MinorUnits }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'martingale'; readonly stakesMinor: readonly MinorUnits[] };

/**
 * Returns the stake plan of a setup's money rules, within the ranges of docs/spec/pcr.md §8. Returns an error for an
 * amount with more decimals than the currency of the account has.
 */
export function stakePlanOf(rules: MoneyManagement, currency: Currency): Result<StakePlan, AmountFault> {
  switch (rules.betType) {
    case 'fixed': {
      const amount = parseAmountMinor(rules.fixedAmount, currency);
      return amount.ok ? ok({ kind: 'fixed', stakeMinor: amount.value }) : amount;
    }
    case 'percent':
      return ok({ kind: 'percent', percent: rules.percent });
    case 'martingale': {
      const first = parseAmountMinor(rules.fixedAmount, currency);
      if (!first.ok) return first;
      return ok({ kind: 'martingale', stakesMinor: ladderStakes(first.value, rules.multiplier, rules.steps) });
    }
    default:
      return assertNever(rules);
  }
}
