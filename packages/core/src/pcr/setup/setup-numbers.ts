import { FILTER_RANGES, LENGTH_RANGES, type NumberRange, PATTERN_RANGES, ZONE_RANGES } from '#vocabulary/index.ts';
import type { PcrRules, SetupFilter } from './setup.ts';

const EXPIRY_RANGES = {
  expiry: LENGTH_RANGES.minutes,
  expiry_seconds: LENGTH_RANGES.seconds,
  expiry_ticks: LENGTH_RANGES.ticks,
} as const;

const isWithin = ({ min, max, integer }: NumberRange, value: number | null): boolean =>
  value === null || (value >= min && value <= max && (!integer || Number.isInteger(value)));

const areWithin = (ranges: Readonly<Record<string, NumberRange>>, values: object): boolean =>
  Object.entries(values).every(
    ([key, value]) => ranges[key] === undefined || typeof value === 'string' || isWithin(ranges[key], value),
  );

const isFilterSound = (filter: SetupFilter): boolean => {
  if (filter.filter === 'hours') return true;
  const isOrdered =
    filter.filter !== 'volatility' ||
    filter.minAtrPct === null ||
    filter.maxAtrPct === null ||
    filter.minAtrPct <= filter.maxAtrPct;
  return isOrdered && areWithin(FILTER_RANGES[filter.filter], filter);
};

/**
 * Returns true if every number of the rules is within its range and no minimum exceeds its maximum. A sweep calls this
 * function for each combination of numbers.
 */
export function areSetupNumbersValid({ patterns, filters, ...rules }: PcrRules): boolean {
  const { zone, ...numbers } = patterns;
  return (
    patterns.minLength <= patterns.maxLength &&
    areWithin(PATTERN_RANGES, numbers) &&
    areWithin(ZONE_RANGES, zone) &&
    filters.every(isFilterSound) &&
    areWithin(EXPIRY_RANGES, rules)
  );
}
