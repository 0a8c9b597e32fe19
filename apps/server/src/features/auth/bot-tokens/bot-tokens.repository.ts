import type { BotScope } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { toInet } from './address-range.ts';

/** A token as stored. `allowed_ips` is null if the token may be used from any address. */
export type BotTokenRow = {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: BotScope[];
  readonly allowed_ips: string[] | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_used_ip: string | null;
  readonly paused_at: Date | null;
};

const columns = (sql: Sql) => sql`
  id, user_id, name, last_four, scopes, allowed_ips::text[] AS allowed_ips, created_at, expires_at, last_used_at,
  last_used_ip, paused_at`;

/** Returns the user's tokens, newest first. */
export async function listTokens(sql: Sql, userId: string): Promise<readonly BotTokenRow[]> {
  return sql<BotTokenRow[]>`
    SELECT ${columns(sql)} FROM bot_tokens WHERE user_id = ${userId} ORDER BY created_at DESC, id`;
}

/** The columns of a token that the check of a request needs. */
export type LiveBotToken = Pick<
  BotTokenRow,
  'id' | 'user_id' | 'scopes' | 'allowed_ips' | 'expires_at' | 'paused_at'
> & { readonly banned_until: Date | null };

export async function findToken(sql: Sql, hash: Buffer): Promise<LiveBotToken | null> {
  const [row] = await sql<LiveBotToken[]>`
    SELECT t.id, t.user_id, t.scopes, t.allowed_ips::text[] AS allowed_ips, t.expires_at, t.paused_at, u.banned_until
    FROM bot_tokens t JOIN auth_users u ON u.id = t.user_id WHERE t.token_hash = ${hash}`;
  return row ?? null;
}

export type NewToken = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly lastFour: string;
  readonly scopes: readonly BotScope[];
  /** Allowed addresses or ranges; if empty, the token may be used from any address. */
  readonly allowedIps: readonly string[];
  readonly now: Date;
  readonly expiresAt: Date;
};

export async function insertToken(tx: Transaction, token: NewToken): Promise<BotTokenRow> {
  const ranges = token.allowedIps.map(toInet);
  const [row] = await tx<[BotTokenRow]>`
    INSERT INTO bot_tokens (id, user_id, name, token_hash, last_four, scopes, allowed_ips, created_at, expires_at)
    VALUES (${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${token.lastFour}, ${[...token.scopes]},
            -- No range at all aggregates to null, which is what 'from anywhere' is.
            (SELECT array_agg(DISTINCT network(range::inet)) FROM unnest(${ranges}::text[]) AS range),
            ${token.now}, ${token.expiresAt})
    RETURNING ${columns(tx)}`;
  return row;
}

export async function countTokens(sql: Sql, userId: string): Promise<number> {
  const rows = await sql`SELECT 1 FROM bot_tokens WHERE user_id = ${userId}`;
  return rows.length;
}

/** Deletes a token and returns its name; null if the user has no token with this id. */
export async function deleteToken(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    DELETE FROM bot_tokens WHERE id = ${id} AND user_id = ${userId} RETURNING name`;
  return row?.name ?? null;
}

/** Deletes all tokens of a user and returns their ids. */
export async function deleteTokens(sql: Sql, userId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`DELETE FROM bot_tokens WHERE user_id = ${userId} RETURNING id`;
  return rows.map((row) => row.id);
}

export async function unpauseToken(tx: Transaction, userId: string, id: string): Promise<BotTokenRow | null> {
  const [row] = await tx<BotTokenRow[]>`
    UPDATE bot_tokens SET paused_at = NULL WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns(tx)}`;
  return row ?? null;
}

/**
 * Stores the time and IP address of a use, unless a use after `recordedBefore` is already stored. Returns false if the
 * token no longer exists.
 */
export async function recordUse(
  tx: Transaction,
  id: string,
  use: { readonly ip: string; readonly now: Date; readonly recordedBefore: Date },
): Promise<boolean> {
  const found = await tx`SELECT 1 FROM bot_tokens WHERE id = ${id} FOR UPDATE`;
  if (found.length === 0) return false;
  await tx`
    UPDATE bot_tokens SET last_used_at = ${use.now}, last_used_ip = ${use.ip}
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${use.recordedBefore})`;
  return true;
}

/** True if the security log contains a use of this token from this IP address. */
export async function isUseLogged(sql: Sql, userId: string, id: string, ip: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM security_log
    WHERE user_id = ${userId} AND kind = 'bot_token_used' AND session_id = ${id} AND ip = ${ip} LIMIT 1`;
  return rows.length > 0;
}

/**
 * True if a session is open. An action that must be impossible after the end of the session calls this while the user
 * is locked. With a hosted project the result is always true, because only the project knows its sessions.
 */
export async function isSessionOpen(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM auth_users u
    WHERE u.id = ${userId} AND (u.is_hosted OR EXISTS (
      SELECT 1 FROM auth_sessions s WHERE s.id = ${sessionId} AND s.user_id = u.id))`;
  return rows.length > 0;
}
