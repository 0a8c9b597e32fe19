import { timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { Metadata } from '../users/auth-user.ts';
import {
  type CodeChallenge,
  type ConsumedToken,
  MAX_DIGIT_ATTEMPTS,
  type MailedToken,
  makeMailedToken,
  TOKEN_LIFE_MS,
  type TokenKind,
  type TokenRequest,
  tokenHash,
} from './one-time-token.ts';

export type TokenDeps = {
  readonly keyedHash: KeyedHash;
  readonly randomBytes: (length: number) => Buffer;
  readonly clock: { now(): EpochMs };
};

/**
 * Returns the stored hash of the digits. It includes the user, so that equal digits of two users have different hashes.
 */
const digitsHash = ({ keyedHash }: TokenDeps, userId: string, kind: TokenKind, digits: string): Buffer =>
  keyedHash('one-time-digits', `${kind}:${userId}:${digits}`);

/**
 * Creates a token of this kind for a user and deletes the earlier one. For an unknown user id the same queries run and
 * no row is stored. The caller has locked the user's row; otherwise two concurrent calls could deadlock.
 */
export async function issueToken(
  deps: TokenDeps,
  tx: Transaction,
  userId: string,
  kind: TokenKind,
  wish: TokenRequest,
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

/** Returns the request of the user's latest token of this kind, even if it has expired; null if there is none. */
export async function findTokenRequest(
  sql: Sql,
  userId: string,
  kind: TokenKind,
): Promise<Required<TokenRequest> | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  return row ? toConsumed(row) : null;
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

const toConsumed = (row: Row): ConsumedToken => ({
  userId: row.user_id,
  kind: row.kind,
  passwordHash: row.password_hash,
  metadata: row.user_metadata,
  newEmail: row.new_email,
  sessionId: row.session_id,
  redirectTo: row.redirect_to,
  challenge: toChallenge(row),
});

type ChallengeColumns = Pick<Row, 'code_challenge' | 'code_challenge_method'>;

const toChallenge = ({ code_challenge, code_challenge_method }: ChallengeColumns): CodeChallenge | null =>
  code_challenge === null || code_challenge_method === null
    ? null
    : { challenge: code_challenge, method: code_challenge_method };

/** Returns the user of a token of this kind; null if the token is unknown. */
export async function findTokenOwner(sql: Sql, kind: TokenKind, token: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM auth_one_time_tokens WHERE token_hash = ${tokenHash(token)} AND kind = ${kind}`;
  return row?.user_id ?? null;
}

/** A token that can still be used, and the address that its use proves. */
export type PendingToken = Pick<ConsumedToken, 'userId' | 'redirectTo' | 'challenge'> & { readonly email: string };

/** Returns a token of this kind without consuming it; null if it is unknown, already used, or expired. */
export async function findPendingToken(
  sql: Sql,
  kind: TokenKind,
  token: string,
  nowMs: EpochMs,
): Promise<PendingToken | null> {
  const [row] = await sql<({ email: string } & Pick<Row, 'user_id' | 'redirect_to'> & ChallengeColumns)[]>`
    SELECT t.user_id, coalesce(t.new_email, u.email) AS email, t.redirect_to, t.code_challenge, t.code_challenge_method
    FROM auth_one_time_tokens t JOIN auth_users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash(token)} AND t.kind = ${kind} AND t.expires_at > ${new Date(nowMs)}`;
  if (!row) return null;
  return { userId: row.user_id, email: row.email, redirectTo: row.redirect_to, challenge: toChallenge(row) };
}

/**
 * Consumes the token of a link; null if it is unknown, of another kind, already used, or expired. An expired token is
 * kept, because a new mail for the same request copies its data. The caller has locked the user's row.
 */
export async function consumeToken(
  { clock }: TokenDeps,
  tx: Transaction,
  kind: TokenKind,
  token: string,
): Promise<ConsumedToken | null> {
  const [row] = await tx<Row[]>`
    DELETE FROM auth_one_time_tokens
    WHERE token_hash = ${tokenHash(token)} AND kind = ${kind} AND expires_at > ${new Date(clock.now())} RETURNING *`;
  return row ? toConsumed(row) : null;
}

/**
 * Consumes the user's token of this kind by its digits; null if they are wrong, expired, or were tried too often. The
 * same queries run for an unknown user id. The caller commits the transaction even on null, because a wrong attempt
 * counts only after the commit.
 */
export async function consumeDigits(
  deps: TokenDeps,
  tx: Transaction,
  userId: string,
  kind: TokenKind,
  digits: string,
): Promise<ConsumedToken | null> {
  const [row] = await tx<Row[]>`
    SELECT * FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind} FOR UPDATE`;
  const given = digitsHash(deps, userId, kind, digits);
  const isLive =
    row !== undefined && row.failed_tries < MAX_DIGIT_ATTEMPTS && row.expires_at.getTime() > deps.clock.now();
  if (!isLive || !timingSafeEqual(row.digits_hash, given)) {
    await tx`
      UPDATE auth_one_time_tokens SET failed_tries = failed_tries + 1 WHERE user_id = ${userId} AND kind = ${kind}`;
    return null;
  }
  await tx`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  return toConsumed(row);
}

/** Deletes all tokens that were mailed to a user, for example after a change of password. */
export async function deleteMailedTokens(sql: Sql, userId: string): Promise<void> {
  await sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId}`;
  await sql`DELETE FROM auth_codes WHERE user_id = ${userId}`;
}
