import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { LENGTH_FAULT_ES } from './errors/messages.es.ts';

/**
 * Length of a trade as a client names it, in exactly one of three fields: whole minutes, whole seconds, or a number of
 * ticks after the entry tick. Seconds that are whole minutes mean the same as these minutes.
 */
export const GIVEN_LENGTH = {
  duration: z.number().int().min(LIMITS.durationMinMinutes).max(LIMITS.durationMaxMinutes).optional(),
  duration_seconds: z.number().int().min(LIMITS.durationMinSeconds).max(LIMITS.durationMaxSeconds).optional(),
  duration_ticks: z.number().int().min(LIMITS.durationMinTicks).max(LIMITS.durationMaxTicks).optional(),
};

/** The same in the query of an address, where numbers are texts. */
export const GIVEN_LENGTH_QUERY = {
  duration: z.coerce.number().int().min(LIMITS.durationMinMinutes).max(LIMITS.durationMaxMinutes).optional(),
  duration_seconds: z.coerce.number().int().min(LIMITS.durationMinSeconds).max(LIMITS.durationMaxSeconds).optional(),
  duration_ticks: z.coerce.number().int().min(LIMITS.durationMinTicks).max(LIMITS.durationMaxTicks).optional(),
};

/** Length of a trade in a response: exactly one of the three fields is a number, the others are null. */
export const STATED_LENGTH = {
  /** Whole minutes; null if the length is in seconds or ticks. */
  duration: z.number().int().nullable(),
  /** Seconds that are not whole minutes. */
  duration_seconds: z.number().int().nullable().default(null),
  /** Ticks after the entry tick; the last one decides the trade. */
  duration_ticks: z.number().int().nullable().default(null),
};

type Given = {
  readonly duration?: number | undefined;
  readonly duration_seconds?: number | undefined;
  readonly duration_ticks?: number | undefined;
};

/** Returns whether a request names exactly one length. */
export const namesOneLength = ({ duration, duration_seconds: inSeconds, duration_ticks: inTicks }: Given): boolean =>
  [duration, inSeconds, inTicks].filter((length) => length !== undefined).length === 1;

export const LENGTH_FAULT = { path: ['duration'], message: LENGTH_FAULT_ES };
