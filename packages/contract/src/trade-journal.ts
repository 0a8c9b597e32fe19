import { z } from 'zod';
import { Instant, Money, Purse, storedTextSchema } from './common.ts';
import * as EXAMPLES from './examples/trade-journal.ts';
import { TradeTag } from './trade-tag.ts';

/** Largest number of characters of the note on a trade. */
export const NOTE_MAX_LENGTH = 500;
/** Largest number of tags on a trade. */
export const TAGS_PER_TRADE = 8;

/** Body of `PUT /api/v1/trading/option/{id}/note`. It replaces note and tags. Without both, nothing stays stored. */
export const TradeNoteBody = z
  .strictObject({
    text: storedTextSchema('paragraphs').max(NOTE_MAX_LENGTH),
    tags: z.array(TradeTag).max(TAGS_PER_TRADE),
  })
  .meta({ examples: [EXAMPLES.NOTE_BODY] });
export type TradeNoteBody = z.infer<typeof TradeNoteBody>;

/**
 * A user's note and tags on a trade. They are no part of the trade or of its record. `updated_at` is null if the user
 * has written neither.
 */
export const TradeNote = z
  .object({ text: z.string(), tags: z.array(z.string()), updated_at: Instant.nullable() })
  .meta({ examples: [EXAMPLES.NOTE] });
export type TradeNote = z.infer<typeof TradeNote>;

/** A tag of a user and the number of their trades that have it. */
export const OwnTag = z
  .object({ tag: z.string(), trades: z.number().int() })
  .meta({ examples: [{ tag: 'noticia', trades: 4 }] });
export type OwnTag = z.infer<typeof OwnTag>;

/**
 * Response of `GET /api/v1/trading/history/counts`: how many trades each frequent question finds in the whole history.
 * The counts of periods ignore `from` and `to` of the query, those of results ignore `result`; `lost_yesterday` ignores
 * both. Days are those of the user's time zone. `week` is today and the six days before.
 */
export const TradeCounts = z
  .object({
    today: z.number().int(),
    yesterday: z.number().int(),
    week: z.number().int(),
    won: z.number().int(),
    lost: z.number().int(),
    lost_yesterday: z.number().int(),
  })
  .meta({ examples: [EXAMPLES.HISTORY_COUNTS] });
export type TradeCounts = z.infer<typeof TradeCounts>;

/** Query of `GET /api/v1/trading/calendar`. */
export const CalendarQuery = z.object({
  month: z
    .string()
    .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Escribe el mes así: 2026-11.')
    .meta({ examples: ['2026-11'] }),
});
export type CalendarQuery = z.infer<typeof CalendarQuery>;

/**
 * The trades of one purse that ended on one day. `won` and `lost` count sold trades by their profit. `late_entries`:
 * trades whose entry price is dated more than three seconds after their acceptance. `unknown_entries`: trades whose
 * broker stated no time of the entry. `after_loss`: manual trades that were opened at most two minutes after a losing
 * trade of the purse ended.
 */
export const CalendarResult = z.object({
  day: z.iso.date(),
  purse: Purse,
  trades: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  tied: z.number().int(),
  voided: z.number().int(),
  profit: Money,
  late_entries: z.number().int(),
  unknown_entries: z.number().int(),
  after_loss: z.number().int(),
});
export type CalendarResult = z.infer<typeof CalendarResult>;

/**
 * Facts of a day that belong to no purse. `limits_reached`: limits of the account that refused an order, each counted
 * once until it resets. `late_signals`: signals of automations that came too late and opened no trade.
 */
export const CalendarDayCounts = z.object({
  day: z.iso.date(),
  limits_reached: z.number().int(),
  late_signals: z.number().int(),
});
export type CalendarDayCounts = z.infer<typeof CalendarDayCounts>;

/**
 * Response of `GET /api/v1/trading/calendar`. Days without trades and without marks are absent. Reached limits before
 * `limits_known_from` are unknown, because their notifications are deleted.
 */
export const TradeCalendar = z
  .object({
    month: z.string(),
    time_zone: z.string(),
    results: z.array(CalendarResult),
    marks: z.array(CalendarDayCounts),
    limits_known_from: Instant,
  })
  .meta({ examples: [EXAMPLES.CALENDAR] });
export type TradeCalendar = z.infer<typeof TradeCalendar>;
