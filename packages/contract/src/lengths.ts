import { LENGTH_RANGES, LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { LENGTH_FAULT_ES } from './errors/messages.es.ts';
import { boundedNumber } from './number-range.ts';

/** Schemas of the number in a duration, by unit. */
export const LENGTH_COUNT_SCHEMAS = {
  minutes: boundedNumber(LENGTH_RANGES.minutes),
  seconds: boundedNumber(LENGTH_RANGES.seconds),
  ticks: boundedNumber(LENGTH_RANGES.ticks),
};

/**
 * Duration of a trade in a request, in exactly one of three fields: whole minutes, whole seconds, or a number of ticks
 * after the entry tick. A number of seconds that equals whole minutes has the same meaning as these minutes.
 */
export const REQUEST_LENGTH_FIELDS = {
  duration: LENGTH_COUNT_SCHEMAS.minutes.optional(),
  duration_seconds: LENGTH_COUNT_SCHEMAS.seconds.optional(),
  duration_ticks: LENGTH_COUNT_SCHEMAS.ticks.optional(),
};

/** Duration of a trade in the query of a URL, where numbers are texts; exactly one field is present. */
export const GIVEN_LENGTH_QUERY = {
  duration: z.coerce.number().int().min(LIMITS.durationMinMinutes).max(LIMITS.durationMaxMinutes).optional(),
  duration_seconds: z.coerce.number().int().min(LIMITS.durationMinSeconds).max(LIMITS.durationMaxSeconds).optional(),
  duration_ticks: z.coerce.number().int().min(LIMITS.durationMinTicks).max(LIMITS.durationMaxTicks).optional(),
};

/** Duration of a trade in a response: exactly one of the three fields is a number, the others are null. */
export const RESPONSE_LENGTH_FIELDS = {
  /** Whole minutes; null if the duration is in seconds or ticks. */
  duration: z
    .number()
    .int()
    .nullable()
    .meta({ examples: [5] }),
  /** Seconds that are not whole minutes. */
  duration_seconds: z
    .number()
    .int()
    .nullable()
    .default(null)
    .meta({ examples: [null] }),
  /** Number of ticks after the entry tick; the last of these ticks decides the trade. */
  duration_ticks: z
    .number()
    .int()
    .nullable()
    .default(null)
    .meta({ examples: [null] }),
};

/**
 * Duration from a signal's entry to its expiration: exactly one of the three fields is a number, the others are null.
 */
export const STATED_EXPIRY = {
  /** Whole minutes; null if the duration is in seconds or ticks. */
  expiry: z
    .number()
    .int()
    .nullable()
    .meta({ examples: [5] }),
  /** Seconds that are not whole minutes. */
  expiry_seconds: z
    .number()
    .int()
    .nullable()
    .default(null)
    .meta({ examples: [null] }),
  /** Number of ticks after the entry tick. If set, `expiration_time` of the signal is an estimate. */
  expiry_ticks: z
    .number()
    .int()
    .nullable()
    .default(null)
    .meta({ examples: [null] }),
};

type Given = {
  readonly duration?: number | undefined;
  readonly duration_seconds?: number | undefined;
  readonly duration_ticks?: number | undefined;
};

const namedIn = ({ duration, duration_seconds: inSeconds, duration_ticks: inTicks }: Given): number =>
  [duration, inSeconds, inTicks].filter((length) => length !== undefined).length;

/** Returns whether a request contains exactly one duration. */
export const hasExactlyOneLength = (given: Given): boolean => namedIn(given) === 1;

/** Returns whether a request contains no duration or exactly one. */
export const hasAtMostOneLength = (given: Given): boolean => namedIn(given) <= 1;

export const LENGTH_FAULT = { path: ['duration'], message: LENGTH_FAULT_ES };
