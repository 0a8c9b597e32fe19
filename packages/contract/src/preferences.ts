import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol } from './common.ts';
import * as EXAMPLES from './examples/account.ts';

const PREFERENCES = {
  /**
   * IANA name of the user's time zone, such as America/Bogota. A change affects the days and weeks of the limits after
   * 24 h.
   */
  time_zone: z.string().min(1).max(64),
  /** Symbol that the chart shows first. */
  default_symbol: AssetSymbol,
  default_timeframe: z.enum(TIMEFRAMES),
  /** Interval in seconds at which the client polls while the stream is unavailable. */
  refresh_interval_s: z.number().int().min(1).max(300),
  /** Whether the user gets the last signed head of the evidence log by mail each day. */
  mails_log_head: z.boolean(),
} as const;

/** Response of `GET /api/v1/account/preferences`: a user's initial views, the same on every device. */
export const Preferences = z.object(PREFERENCES).meta({ examples: [EXAMPLES.PREFERENCES] });
export type Preferences = z.infer<typeof Preferences>;

/** Body of `PUT /api/v1/account/preferences`: the preferences to change. An invalid time zone is refused. */
export const PreferencesChange = z.strictObject(PREFERENCES).partial().meta({ examples: EXAMPLES.PREFERENCES_CHANGES });
export type PreferencesChange = z.infer<typeof PreferencesChange>;
