import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { AuthenticationMethod } from '../users/auth-user.ts';

/** A session as stored; `refreshKey` is encrypted. */
export type SessionRow = {
  readonly id: string;
  readonly user_id: string;
  readonly refresh_key: Buffer;
  readonly refresh_counter: number;
  readonly rotated_at: Date;
  readonly aal: 'aal1' | 'aal2';
  readonly amr: AuthenticationMethod[];
  readonly created_at: Date;
  readonly last_seen_at: Date;
};

export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly refreshKey: Buffer;
  readonly aal: 'aal1' | 'aal2';
  readonly amr: readonly AuthenticationMethod[];
  readonly userAgent: string | null;
  readonly ip: string;
  readonly now: Date;
};

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql`
    INSERT INTO auth_sessions (id, user_id, refresh_key, rotated_at, aal, amr, user_agent, ip, created_at, last_seen_at)
    VALUES (${session.id}, ${session.userId}, ${session.refreshKey}, ${session.now}, ${session.aal},
            ${sql.json(session.amr)}, ${session.userAgent}, ${session.ip}, ${session.now}, ${session.now})`;
}

/** Returns the session and locks its row until the transaction ends. */
export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | null> {
  const [row] = await tx<SessionRow[]>`SELECT * FROM auth_sessions WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** Lowers a session to aal1, the level of a sign-in by password alone. */
export async function lowerSessionToAal1(tx: Transaction, { id, amr }: SessionRow): Promise<void> {
  const first = amr.filter(({ method }) => method !== 'totp' && method !== 'recovery_code');
  await tx`UPDATE auth_sessions SET aal = 'aal1', amr = ${tx.json(first)} WHERE id = ${id}`;
}

export async function rotateSession(tx: Transaction, id: string, counter: number, now: Date): Promise<void> {
  await tx`
    UPDATE auth_sessions SET refresh_counter = ${counter}, rotated_at = ${now}, last_seen_at = ${now} WHERE id = ${id}`;
}

/**
 * Selects sessions of a user: all (`global`), the given one (`local`), or all but the given one (`others`). If
 * `sessionId` is null, `others` selects all.
 */
export type SessionSelection = {
  readonly userId: string;
  readonly scope: 'global' | 'local' | 'others';
  readonly sessionId: string | null;
};

/** Ends the selected sessions and returns their ids. */
export async function deleteSessions(
  sql: Sql,
  { userId, scope, sessionId }: SessionSelection,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    DELETE FROM auth_sessions
    WHERE user_id = ${userId}
      AND (${scope} = 'global' OR (${scope} = 'local' AND id = ${sessionId})
           OR (${scope} = 'others' AND id IS DISTINCT FROM ${sessionId}))
    RETURNING id`;
  return rows.map((row) => row.id);
}

/** Deletes sessions that can no longer be refreshed. */
export async function deleteDeadSessions(
  sql: Sql,
  seenBefore: EpochMs,
  createdBefore: EpochMs,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    DELETE FROM auth_sessions
    WHERE last_seen_at < ${new Date(seenBefore)} OR created_at < ${new Date(createdBefore)} RETURNING id`;
  return rows.map((row) => row.id);
}

/** The columns of a session that the check of a request needs. */
export type LiveSession = {
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly is_anonymous: boolean;
  readonly banned_until: Date | null;
  readonly created_at: Date;
  /** True if the user has a verified second factor. */
  readonly has_second_factor: boolean;
};

export async function findLiveSession(sql: Sql, id: string): Promise<LiveSession | null> {
  const [row] = await sql<LiveSession[]>`
    SELECT s.user_id, s.aal, s.created_at, u.is_anonymous, u.banned_until,
           EXISTS (SELECT 1 FROM auth_factors f WHERE f.user_id = s.user_id AND f.status = 'verified')
             AS has_second_factor
    FROM auth_sessions s JOIN auth_users u ON u.id = s.user_id WHERE s.id = ${id}`;
  return row ?? null;
}

/** True if the user has a session that was opened from this client IP address. */
export async function hasSessionFromAddress(sql: Sql, userId: string | null, ip: string): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM auth_sessions WHERE user_id = ${userId} AND ip = ${ip}) AS known`;
  return row?.known ?? false;
}

/** A session as the list of open sessions shows it to its owner. */
export type OpenSessionRow = {
  readonly id: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly aal: 'aal1' | 'aal2';
  readonly created_at: Date;
  readonly last_seen_at: Date;
};

/** Returns a user's sessions that can still be refreshed, the most recently used first. */
export async function listSessions(
  sql: Sql,
  userId: string,
  { seenAfter, createdAfter }: { readonly seenAfter: Date; readonly createdAfter: Date },
): Promise<readonly OpenSessionRow[]> {
  return sql<OpenSessionRow[]>`
    SELECT id, ip, user_agent, aal, created_at, last_seen_at FROM auth_sessions
    WHERE user_id = ${userId} AND last_seen_at > ${seenAfter} AND created_at > ${createdAfter}
    ORDER BY last_seen_at DESC, created_at DESC, id`;
}

/** Returns the authentication methods of this session, latest first; null if the session has ended. */
export async function findAuthenticationMethods(sql: Sql, id: string): Promise<SessionRow['amr'] | null> {
  const [row] = await sql<Pick<SessionRow, 'amr'>[]>`SELECT amr FROM auth_sessions WHERE id = ${id}`;
  return row?.amr ?? null;
}
