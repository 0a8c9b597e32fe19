import { EXPIRY_FAULT_ES } from './errors/length-messages.es.ts';
import { GIVEN_LENGTH_QUERY, LENGTH_COUNT_SCHEMAS } from './lengths.ts';

/**
 * Duration of the trades of a strategy: one of the three fields is set, the others are null or absent. If none is set,
 * the trades last 5 minutes.
 */
export const RULE_DURATION = {
  duration: LENGTH_COUNT_SCHEMAS.minutes.nullable().optional(),
  duration_seconds: LENGTH_COUNT_SCHEMAS.seconds.nullable().optional(),
  duration_ticks: LENGTH_COUNT_SCHEMAS.ticks.nullable().optional(),
};

/** Duration of the trades of a setup: one of the three fields is set. If none is set, the trades last 5 minutes. */
export const RULE_EXPIRY = {
  expiry: LENGTH_COUNT_SCHEMAS.minutes.nullable().optional(),
  expiry_seconds: LENGTH_COUNT_SCHEMAS.seconds.nullable().optional(),
  expiry_ticks: LENGTH_COUNT_SCHEMAS.ticks.nullable().optional(),
};

/** Duration of the trades of a setup in the query of a URL. */
export const GIVEN_EXPIRY_QUERY = {
  expiry: GIVEN_LENGTH_QUERY.duration,
  expiry_seconds: GIVEN_LENGTH_QUERY.duration_seconds,
  expiry_ticks: GIVEN_LENGTH_QUERY.duration_ticks,
};

type RuleDuration = { readonly [Field in keyof typeof RULE_DURATION]?: number | null | undefined };

/** Returns true if the rules of a strategy contain one duration, or none, which means the default. */
export function namesRuleLength({
  duration,
  duration_seconds: inSeconds,
  duration_ticks: inTicks,
}: RuleDuration): boolean {
  const named = [duration, inSeconds, inTicks].filter((count) => count !== undefined);
  return named.length === 0 || named.filter((count) => count !== null).length === 1;
}

type RuleExpiry = { readonly [Field in keyof typeof RULE_EXPIRY]?: number | null | undefined };

/** Returns true if the rules of a setup contain one duration, or none, which means the default. */
export const namesRuleExpiry = ({ expiry, expiry_seconds, expiry_ticks }: RuleExpiry): boolean =>
  namesRuleLength({ duration: expiry, duration_seconds: expiry_seconds, duration_ticks: expiry_ticks });

export const EXPIRY_FAULT = { path: ['expiry'], message: EXPIRY_FAULT_ES };
