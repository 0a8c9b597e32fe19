import { EXPORT_PAGE_ROWS, type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readUser = (sql: Sql, userId: string) => sql`
  SELECT id, email, phone, new_email, email_confirmed_at, phone_confirmed_at, is_anonymous, is_hosted, user_metadata,
         last_sign_in_at, banned_until, created_at, updated_at
  FROM auth_users WHERE id = ${userId}`;

const readSessions = (sql: Sql, userId: string) => sql`
  SELECT id, aal, amr, user_agent, ip, created_at, last_seen_at
  FROM auth_sessions WHERE user_id = ${userId} ORDER BY created_at`;

const readFactors = (sql: Sql, userId: string) => sql`
  SELECT id, friendly_name, status, created_at, updated_at
  FROM auth_factors WHERE user_id = ${userId} ORDER BY created_at`;

const readBotTokens = (sql: Sql, userId: string) => sql`
  SELECT id, name, last_four, scopes, allowed_ips::text[] AS allowed_ips, created_at, expires_at, last_used_at,
         last_used_ip, paused_at
  FROM bot_tokens WHERE user_id = ${userId} ORDER BY created_at`;

const readUndoLinks = (sql: Sql, userId: string) => sql`
  SELECT change, sent_to, factor_id, restores_address, created_at, expires_at
  FROM security_undo_links WHERE user_id = ${userId} ORDER BY created_at`;

const readFactorReset = (sql: Sql, userId: string) => sql`
  SELECT requested_at, ready_at, expires_at FROM factor_resets WHERE user_id = ${userId}`;

const readLog = (sql: Sql, userId: string, afterSeq: number) => sql<{ seq: number }[]>`
  SELECT seq, at, kind, session_id, ip, user_agent, detail
  FROM security_log WHERE user_id = ${userId} AND seq > ${afterSeq} ORDER BY seq LIMIT ${EXPORT_PAGE_ROWS}`;

async function* logPages(sql: Sql, userId: string) {
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await readLog(sql, userId, after);
    yield rows;
    after = rows.at(-1)?.seq ?? after;
    isLast = rows.length < EXPORT_PAGE_ROWS;
  }
}

/**
 * Sections of the data export with the user, their sign-in methods and the security log. They contain no password, key
 * or secret and no hash of one.
 */
export const AUTH_SECTIONS: readonly ExportSection[] = [
  smallSection('account', 'one', readUser),
  smallSection('sessions', 'many', readSessions),
  smallSection('second_factors', 'many', readFactors),
  smallSection('bot_tokens', 'many', readBotTokens),
  smallSection('security_mails', 'many', readUndoLinks),
  smallSection('factor_resets', 'many', readFactorReset),
  { name: 'security_log', shape: 'many', pages: logPages },
];
