import type { NotificationSettings, NotificationSettingsBody } from '@vigia/contract';
import { invariant, timeOfDay } from '@vigia/core/kernel';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { readSettings, type SettingsRow, writeSettings } from './settings.repository.ts';

/** Returns what reaches a user outside the app. */
export async function settingsOf(sql: Sql, userId: string): Promise<NotificationSettings> {
  const row = await readSettings(sql, userId);
  invariant(row !== undefined, `user ${userId} has settings`);
  return toSettings(row);
}

/** Stores what reaches a user outside the app, and returns it. */
export function changeSettings(
  db: Database,
  userId: string,
  { email_topics: topics, email_daily, quiet_hours: quiet }: NotificationSettingsBody,
  now: Date,
): Promise<NotificationSettings> {
  return db.transaction(async (tx) => {
    const [quiet_from, quiet_to] = quiet === null ? [null, null] : [minuteOf(quiet.from), minuteOf(quiet.to)];
    await writeSettings(tx, userId, { email_topics: [...new Set(topics)], email_daily, quiet_from, quiet_to }, now);
    return settingsOf(tx, userId);
  });
}

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

function toSettings(row: SettingsRow): NotificationSettings {
  const { email_topics, email_daily, quiet_from: from, quiet_to: to, time_zone, email_sent_at: sent } = row;
  const failed = row.email_failed_at;
  return {
    email_topics,
    email_daily,
    quiet_hours: from === null || to === null ? null : { from: timeOfDay(from), to: timeOfDay(to) },
    time_zone,
    email_address: row.is_confirmed ? row.address : null,
    email_sent_at: sent?.toISOString() ?? null,
    email_failed_at: failed !== null && failed > (sent ?? 0) ? failed.toISOString() : null,
  };
}
