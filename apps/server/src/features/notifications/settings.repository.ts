import type { NotificationTopic } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';

/** A user's choices for mails and quiet hours. `address` is null if mails can go nowhere. */
export type SettingsRow = {
  readonly address: string | null;
  readonly is_confirmed: boolean;
  readonly email_topics: NotificationTopic[];
  readonly email_daily: boolean;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly time_zone: string;
  readonly email_sent_at: Date | null;
  readonly email_failed_at: Date | null;
};

export type WrittenSettings = Pick<SettingsRow, 'email_daily' | 'quiet_from' | 'quiet_to'> & {
  readonly email_topics: readonly NotificationTopic[];
};

/** Reads the settings of a user; undefined if the user was deleted. */
export async function readSettings(sql: Sql, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await sql<SettingsRow[]>`
    SELECT CASE WHEN a.is_anonymous THEN NULL ELSE coalesce(a.email, u.email) END AS address,
           a.is_hosted OR a.email_confirmed_at IS NOT NULL AS is_confirmed,
           s.email_topics, s.email_daily, s.quiet_from, s.quiet_to, s.time_zone, s.email_sent_at, s.email_failed_at
    FROM user_settings s JOIN users u ON u.id = s.user_id JOIN auth_users a ON a.id = s.user_id
    WHERE s.user_id = ${userId}`;
  return row;
}

/** Stores the settings. Waiting messages are decided again under them. */
export async function writeSettings(sql: Sql, userId: string, settings: WrittenSettings, now: Date): Promise<void> {
  const { email_topics: topics, email_daily: daily, quiet_from: from, quiet_to: to } = settings;
  await sql`
    UPDATE user_settings
    SET email_topics = ${[...topics]}, email_daily = ${daily}, quiet_from = ${from}, quiet_to = ${to},
        updated_at = ${now}
    WHERE user_id = ${userId}`;
  await sql`
    UPDATE notification_outbox SET due_at = ${now}
    WHERE user_id = ${userId} AND state = 'waiting' AND attempts = 0 AND due_at > ${now}`;
}
