import { COOLDOWN_CANDLES, type Gates, PAYOUT_MIN, WEEKDAYS } from '@vigia/core/strategy-definitions';
import { z } from 'zod';
import { boundedNumber } from './number-range.ts';
import { RULE_FAULTS_ES } from './rule-words/faults.es.ts';

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const WrittenGates = z.strictObject({
  /**
   * Hours in the time zone `time_zone`, from `from` up to but excluding `to`. They span midnight if `from` is after
   * `to`. Null means the whole day.
   */
  hours: z
    .strictObject({ from: TimeOfDay, to: TimeOfDay })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: RULE_FAULTS_ES.sameHour })
    .nullable()
    .default(null),
  /** Weekdays as numbers; 1 is Monday. */
  days: z
    .array(z.literal(WEEKDAYS))
    .min(1)
    .max(WEEKDAYS.length)
    .refine((days) => new Set(days).size === days.length, { error: RULE_FAULTS_ES.sameDay })
    .default([...WEEKDAYS]),
  /** IANA name of the time zone of the hours and days. */
  time_zone: z.string().min(1).max(64).refine(isTimeZone, { error: RULE_FAULTS_ES.timeZone }).default('UTC'),
  /** Number of candles after a signal during which the strategy gives no other signal. */
  cooldown_candles: boundedNumber(COOLDOWN_CANDLES).default(0),
  /** Smallest payout as a fraction; null for no minimum. */
  payout_min: boundedNumber(PAYOUT_MIN).nullable().default(null),
});

/** The gates of a strategy, which limit when it may signal. Every field is optional. */
export const GatesBody: z.ZodType<Gates, Gates | z.input<typeof WrittenGates>> = WrittenGates;

/** The gates of a strategy in a response, where every field is present. */
export const GatesView = GatesBody as z.ZodType<Gates, Gates>;
