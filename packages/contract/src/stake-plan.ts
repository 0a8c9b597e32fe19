import { STAKE_PLAN_RANGES, type StakePlanChoice } from '@vigia/core/strategy-definitions';
import { z } from 'zod';
import { numberFieldsOf } from './number-range.ts';

const WrittenPlan = z.discriminatedUnion('plan', [
  /** A percentage of the balance. */
  z.strictObject({ plan: z.literal('percent'), ...numberFieldsOf(STAKE_PLAN_RANGES.percent) }),
  /** A martingale ladder that starts at `trade_amount`. Each loss multiplies the next stake. */
  z.strictObject({ plan: z.literal('martingale'), ...numberFieldsOf(STAKE_PLAN_RANGES.martingale) }),
]);

/** The stake plan of a strategy, which replaces the constant stake `trade_amount`. */
export const StakePlanBody: z.ZodType<StakePlanChoice, StakePlanChoice | z.input<typeof WrittenPlan>> = WrittenPlan;

/** The stake plan of a strategy in a response, where every field is present. */
export const StakePlanView = StakePlanBody as z.ZodType<StakePlanChoice, StakePlanChoice>;
