import { LIMITS } from './limits.ts';
import { integerRange } from './number-range.ts';

export const STRATEGY_STATUSES = ['active', 'paused', 'inactive'] as const;
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

/**
 * Ranges of the duration of the trades of a strategy or setup, by unit. Rules contain the duration in exactly one of
 * the three units. If a request contains no duration, its rules get the default number of minutes.
 */
export const LENGTH_RANGES = {
  minutes: integerRange(5, LIMITS.durationMinMinutes, LIMITS.durationMaxMinutes),
  seconds: integerRange(15, LIMITS.durationMinSeconds, LIMITS.durationMaxSeconds),
  ticks: integerRange(5, LIMITS.durationMinTicks, LIMITS.durationMaxTicks),
} as const;

/** Sources of automatic signals and trades. */
export const AUTOMATION_KINDS = ['pcr', 'strategy'] as const;
export type AutomationKind = (typeof AUTOMATION_KINDS)[number];

/** Number of rejected candidates kept for the list '¿Por qué no opera?' (why does it not trade). */
export const REJECTIONS_KEPT = 50;
