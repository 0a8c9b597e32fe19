import { timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { Metadata } from '../users/auth-user.ts';
import {
  DIGIT_TRIES,
  type MailedToken,
  makeMailedToken,
  type SpentToken,
  TOKEN_LIFE_MS,
  type TokenKind,
  type TokenWish,
  tokenHash,
} from './one-time-token.ts';

export type TokenDeps = {
  readonly keyedHash: KeyedHash;
  readonly randomBytes: (length: number) => Buffer;
  readonly clock: { now(): EpochMs };
};

/** The user is part of it: the same digits of two people have nothing in common. */
const digitsHash = ({ keyedHash }: TokenDeps, userId: string, kind: TokenKind, digits: string): Buffer =>
  keyedHash('one-time-digits', `${kind}:${userId}:${digits}`);

/**
 * Makes a token of this kind for a person; one he had before is worth nothing from now on. For an id nobody has the same
 * queries run and nothing is stored. The person's row must be locked, else two at once could hinder each other.
 */
export async function issueToken(
  deps: TokenDeps,
  tx: Transaction,
  userId: string,
  kind: TokenKind,
  wish: TokenWish,
): Promise<MailedToken> {
  const mailed = makeMailedToken(deps.randomBytes, wish.challenge !== null);
  const nowMs = deps.clock.now();
  const { passwordHash = null, metadata = null, newEmail = null, sessionId = null, redirectTo, challenge } = wish;
  await tx`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  await tx`
    INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, digits_hash, password_hash, user_metadata, new_email,
                                      session_id, redirect_to, code_challenge, code_challenge_method, created_at,
                                      expires_at)
    SELECT id, ${kind}, ${tokenHash(mailed.token)}, ${digitsHash(deps, userId, kind, mailed.digits)}, ${passwordHash},
           ${metadata && tx.json(metadata)}, ${newEmail}, ${sessionId}, ${redirectTo}, ${challenge?.challenge ?? null},
           ${challenge?.method ?? null}, ${new Date(nowMs)}, ${new Date(nowMs + TOKEN_LIFE_MS)}
    FROM auth_users WHERE id = ${userId}`;
  return mailed;
}

/** What the token of this kind that a person was mailed last asks for, also if it has expired; null if there is none. */
export async function findWish(sql: Sql, userId: string, kind: TokenKind): Promise<Required<TokenWish> | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  return row ? toSpent(row) : null;
}

type Row = {
  readonly user_id: string;
  readonly kind: TokenKind;
  readonly digits_hash: Buffer;
  readonly failed_tries: number;
  readonly password_hash: string | null;
  readonly user_metadata: Metadata | null;
  readonly new_email: string | null;
  readonly session_id: string | null;
  readonly redirect_to: string;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly expires_at: Date;
};

const toSpent = (row: Row): SpentToken => ({
  userId: row.user_id,
  kind: row.kind,
  passwordHash: row.password_hash,
  metadata: row.user_metadata,
  newEmail: row.new_email,
  sessionId: row.session_id,
  redirectTo: row.redirect_to,
  challenge:
    row.code_challenge === null || row.code_challenge_method === null
      ? null
      : { challenge: row.code_challenge, method: row.code_challenge_method },
});

/** Whose token this is; null if nobody has such a one of this kind. */
export async function findTokenOwner(sql: Sql, kind: TokenKind, token: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM auth_one_time_tokens WHERE token_hash = ${tokenHash(token)} AND kind = ${kind}`;
  return row?.user_id ?? null;
}

/**
 * Uses a link's token up; null if it is unknown, of another kind, used already, or too old. One that is too old stays, for
 * a mail sent again carries its wish on. Its owner's row must be locked before.
 */
export async function spendToken(
  { clock }: TokenDeps,
  tx: Transaction,
  kind: TokenKind,
  token: string,
): Promise<SpentToken | null> {
  const [row] = await tx<Row[]>`
    DELETE FROM auth_one_time_tokens
    WHERE token_hash = ${tokenHash(token)} AND kind = ${kind} AND expires_at > ${new Date(clock.now())} RETURNING *`;
  return row ? toSpent(row) : null;
}

/**
 * Uses up the token a person has of this kind, by its digits; null if they are wrong, too old, or were tried too often.
 * The same queries run for an id nobody has. A wrong try must be committed to count: do not roll the transaction back on
 * null.
 */
export async function spendDigits(
  deps: TokenDeps,
  tx: Transaction,
  userId: string,
  kind: TokenKind,
  digits: string,
): Promise<SpentToken | null> {
  const [row] = await tx<Row[]>`
    SELECT * FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind} FOR UPDATE`;
  const given = digitsHash(deps, userId, kind, digits);
  const isLive = row !== undefined && row.failed_tries < DIGIT_TRIES && row.expires_at.getTime() > deps.clock.now();
  if (!isLive || !timingSafeEqual(row.digits_hash, given)) {
    await tx`
      UPDATE auth_one_time_tokens SET failed_tries = failed_tries + 1 WHERE user_id = ${userId} AND kind = ${kind}`;
    return null;
  }
  await tx`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  return toSpent(row);
}

/** Makes everything mailed to a person worthless, as after a change of password. */
export async function dropTokens(sql: Sql, userId: string): Promise<void> {
  await sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId}`;
  await sql`DELETE FROM auth_codes WHERE user_id = ${userId}`;
}
