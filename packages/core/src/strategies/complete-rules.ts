import { defaultTradeLength, type GivenLengthFields, lengthField, lengthOf } from '#lengths/index.ts';
import { LENGTH_RANGES, type NumberRange } from '#vocabulary/index.ts';
import { type Gates, WEEKDAYS } from './gates.ts';
import { limitsNothing, type OwnLimits } from './limits.ts';
import { definitionOf, type StrategyRules, type StrategyType } from './registry.ts';
import type { StakePlanChoice } from './stake.ts';

/** Parameters with checked values; any of them may be missing. */
export type CheckedParameters = Readonly<Record<string, unknown>> &
  GivenLengthFields & {
    readonly gates?: Gates | undefined;
    readonly limits?: OwnLimits | undefined;
    readonly stake_plan?: StakePlanChoice | null | undefined;
  };

/** Gates that refuse nothing. */
export const OPEN_GATES: Gates = {
  hours: null,
  days: WEEKDAYS,
  time_zone: 'UTC',
  cooldown_candles: 0,
  payout_min: null,
};

/** Returns true if the gates refuse no signal. */
export const areGatesOpen = ({ hours, days, cooldown_candles, payout_min }: Gates): boolean =>
  hours === null && days.length === WEEKDAYS.length && cooldown_candles === 0 && payout_min === null;

/** Sorts the days, so that equal gates share one evaluation. */
const inOrder = (gates: Gates): Gates => ({ ...gates, days: gates.days.toSorted((a, b) => a - b) });

/**
 * Returns rules in their normalized form. Every parameter of the type is present, in the order of its definition, with
 * a default if it is missing. The duration is in one field. Gates, limits and a stake plan are present only if they
 * have an effect. The function checks nothing, because the schema of the API checks the values.
 */
export function completeRules(type: StrategyType, given: CheckedParameters = {}): StrategyRules {
  const { numbers, choices, hasOwnRules } = definitionOf(type);
  const parameters = {
    ...Object.fromEntries(Object.entries(numbers).map(([name, range]) => [name, given[name] ?? range.default])),
    ...lengthField(lengthOf(given) ?? defaultTradeLength()),
    ...Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, given[name] ?? first])),
    ...(hasOwnRules && { call: given['call'] ?? null, put: given['put'] ?? null }),
    ...(given.gates && !areGatesOpen(given.gates) && { gates: inOrder(given.gates) }),
    ...(given.limits && !limitsNothing(given.limits) && { limits: given.limits }),
    ...(given.stake_plan && { stake_plan: given.stake_plan }),
  };
  // The cast is needed because the compiler cannot relate the parameters to the type's definition.
  return { type, parameters } as unknown as StrategyRules;
}

const isWithin = ({ min, max, integer }: NumberRange, value: number): boolean =>
  value >= min && value <= max && (!integer || Number.isInteger(value));

/**
 * Returns true if the numbers of rules are within the ranges of their definition and ascend where they must. A sweep
 * calls this function for each combination of numbers.
 */
export function areWithinRanges({ type, parameters }: StrategyRules): boolean {
  const { numbers, ascending } = definitionOf(type);
  const numberOf = (name: string): number => Number(Object(parameters)[name]);
  const given: GivenLengthFields = parameters;
  const length = [
    [given.duration, LENGTH_RANGES.minutes] as const,
    [given.duration_seconds, LENGTH_RANGES.seconds] as const,
    [given.duration_ticks, LENGTH_RANGES.ticks] as const,
  ];
  return (
    Object.entries(numbers).every(([name, range]) => isWithin(range, numberOf(name))) &&
    ascending.every(([lower, higher]) => numberOf(lower) < numberOf(higher)) &&
    length.every(([count, range]) => typeof count !== 'number' || isWithin(range, count))
  );
}
