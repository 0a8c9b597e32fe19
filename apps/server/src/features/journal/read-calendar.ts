import type { CalendarQuery, CalendarResult, TradeCalendar } from '@vigia/contract';
import { ENTRY_TOLERANCE_MS } from '@vigia/core/auto-trading';
import { type Clock, minorUnits } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { NOTIFICATIONS_KEPT_MS, NOTIFICATIONS_KEPT_PER_USER } from '../notifications/index.ts';
import {
  type DayResultRow,
  findDayMarks,
  findDayResults,
  findNotificationTime,
  findTimeZone,
} from './calendar.repository.ts';

/** A manual trade that is opened within this time (ms) after a loss counts as opened right after it. */
const AFTER_LOSS_MS = 120_000;

export type CalendarDeps = { readonly db: Database; readonly clock: Clock };

/** Returns the days of a month with their results and marks, in the time zone of the user. */
export async function readCalendar(
  { db: { sql }, clock }: CalendarDeps,
  userId: string,
  { month }: CalendarQuery,
): Promise<TradeCalendar> {
  const spans = { lateAfterMs: ENTRY_TOLERANCE_MS, afterLossMs: AFTER_LOSS_MS };
  const [timeZone, results, marks, knownFromMs] = await Promise.all([
    findTimeZone(sql, userId),
    findDayResults(sql, userId, month, spans),
    findDayMarks(sql, userId, month),
    readKnownFromMs(sql, userId, clock.now()),
  ]);
  return {
    month,
    time_zone: timeZone,
    results: results.map(toResult),
    marks,
    limits_known_from: new Date(knownFromMs).toISOString(),
  };
}

/** Returns the time (ms) from which on no notification of the user has been deleted. */
async function readKnownFromMs(sql: Sql, userId: string, nowMs: number): Promise<number> {
  const oldestKept = await findNotificationTime(sql, userId, NOTIFICATIONS_KEPT_PER_USER);
  return Math.max(nowMs - NOTIFICATIONS_KEPT_MS, oldestKept?.getTime() ?? 0);
}

const toResult = ({ day, kind, currency, profit_minor, ...counts }: DayResultRow): CalendarResult => ({
  day,
  purse: { kind, currency },
  trades: counts.trades,
  won: counts.won,
  lost: counts.lost,
  tied: counts.tied,
  voided: counts.voided,
  profit: formatMinor(minorUnits(profit_minor), currency),
  late_entries: counts.late_entries,
  unknown_entries: counts.unknown_entries,
  after_loss: counts.after_loss,
});
