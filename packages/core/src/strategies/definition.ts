import type { LengthField } from '#lengths/index.ts';
import type { OwnRules } from '#rules/index.ts';
import { LARGEST_AMOUNT, type NumberRange, type NumbersOf, realRange, SMALLEST_AMOUNT } from '#vocabulary/index.ts';
import type { Gates } from './gates.ts';
import type { OwnLimits } from './limits.ts';
import type { StakePlanChoice } from './stake.ts';

type Ranges = Readonly<Record<string, NumberRange>>;
type Choices = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * The parameters of one strategy type. The schema of the API, the form, the documentation and the ranges of a sweep are
 * built from it.
 */
export type StrategyDefinition = {
  /** Ranges and defaults of the numbers, in the order of the form. */
  readonly numbers: Ranges;
  /** Parameters with a fixed list of words; the first word is the default. */
  readonly choices: Choices;
  /** Pairs of numbers; the first of a pair must be below the second. */
  readonly ascending: readonly (readonly [lower: string, higher: string])[];
  /** Whether the user writes the conditions of both directions. */
  readonly hasOwnRules: boolean;
};

/**
 * Parameters of a definition in the form of rules: every parameter, and the duration of a trade in one field. Gates,
 * own limits and stake plan are present if there are any.
 */
export type ParametersOf<Definition extends StrategyDefinition> = NumbersOf<Definition['numbers']> & {
  readonly [Key in keyof Definition['choices']]: Definition['choices'][Key][number];
} & (Definition['hasOwnRules'] extends true ? OwnRules : unknown) &
  LengthField &
  GatesField &
  LimitsField &
  StakePlanField;

/** Gates of a strategy; absent if it may signal at any time. */
export type GatesField = { readonly gates?: Gates };

/** Own limits of a strategy; absent if only the limits of its user apply. */
export type LimitsField = { readonly limits?: OwnLimits };

/** Stake plan of a strategy; absent if its stake is always `trade_amount`. */
export type StakePlanField = { readonly stake_plan?: StakePlanChoice };

/** Ranges of the numbers of every strategy type: the stake in units of the account's currency. */
const OF_EVERY_TYPE = { trade_amount: realRange(10, SMALLEST_AMOUNT, LARGEST_AMOUNT) } as const;

/** Defines a strategy type; adds the numbers that every type has. */
export const defineStrategy = <
  const Numbers extends Ranges,
  const Words extends Choices,
  const HasOwnRules extends boolean = false,
>({
  numbers,
  choices,
  ascending = [],
  hasOwnRules,
}: {
  readonly numbers: Numbers;
  readonly choices: Words;
  readonly ascending?: readonly (readonly [lower: keyof Numbers & string, higher: keyof Numbers & string])[];
  readonly hasOwnRules?: HasOwnRules;
}) => ({
  numbers: { ...numbers, ...OF_EVERY_TYPE },
  choices,
  ascending,
  // The cast is safe: without the argument the type parameter has its default, false.
  hasOwnRules: (hasOwnRules ?? false) as HasOwnRules,
});
