import { type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import type { AuthContext } from './auth-context.ts';
import { deleteOldAuthCodes } from './links/auth-codes.repository.ts';
import { publishEndedSessions } from './sessions/end-sessions.ts';
import { deleteDeadSessions } from './sessions/sessions.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
const ANONYMOUS_IDLE_DAYS = 30;
const UNCONFIRMED_DAYS = 30;

/**
 * Deletes anonymous users who were idle for 30 days, and sign-ups that stayed unconfirmed for 30 days, with all their
 * data. Also deletes sessions that expired 30 days ago, and unused links and codes.
 * @returns the number of deleted users
 */
export async function removeIdlePeople({ db, bus, sessionLimits }: AuthContext, nowMs: EpochMs): Promise<number> {
  const idleSince = epochMs(nowMs - ANONYMOUS_IDLE_DAYS * DAY_MS);
  const people = await deleteIdleAnonymous(db.sql, idleSince);
  publishEndedSessions(
    bus,
    people.flatMap((person) => person.session_ids),
  );
  const seenBefore = epochMs(idleSince - sessionLimits.idleMs);
  const createdBefore = epochMs(idleSince - sessionLimits.absoluteMs);
  publishEndedSessions(bus, await deleteDeadSessions(db.sql, seenBefore, createdBefore));
  await deleteUnconfirmed(db.sql, epochMs(nowMs - UNCONFIRMED_DAYS * DAY_MS));
  await deleteExpiredTokens(db.sql, epochMs(nowMs - DAY_MS));
  await deleteOldAuthCodes(db.sql, epochMs(nowMs - DAY_MS));
  return people.length;
}

/** Deletes anonymous users who used no session since `idleSince`, and with them all of their data. */
const deleteIdleAnonymous = (sql: Sql, idleSince: EpochMs) => sql<{ id: string; session_ids: string[] }[]>`
  WITH idle AS (
    SELECT u.id, coalesce(array_agg(s.id) FILTER (WHERE s.id IS NOT NULL), '{}') AS session_ids
    FROM auth_users u LEFT JOIN auth_sessions s ON s.user_id = u.id
    WHERE u.is_anonymous AND greatest(u.created_at, u.last_sign_in_at, u.updated_at) < ${new Date(idleSince)}
    GROUP BY u.id
    HAVING coalesce(max(s.last_seen_at) < ${new Date(idleSince)}, true))
  DELETE FROM auth_users u USING idle WHERE u.id = idle.id RETURNING u.id, idle.session_ids`;

/** Deletes sign-ups that were never confirmed, so that their addresses can be registered again. */
const deleteUnconfirmed = (sql: Sql, createdBefore: EpochMs) => sql`
  DELETE FROM auth_users
  WHERE email_confirmed_at IS NULL AND phone_confirmed_at IS NULL AND NOT is_anonymous AND NOT is_hosted
    AND greatest(created_at, confirmation_sent_at) < ${new Date(createdBefore)}`;

const deleteExpiredTokens = (sql: Sql, expiredBefore: EpochMs) => sql`
  DELETE FROM auth_one_time_tokens WHERE expires_at < ${new Date(expiredBefore)}`;
