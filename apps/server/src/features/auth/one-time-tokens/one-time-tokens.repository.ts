import { timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
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

/** Makes a token of this kind for a person; one he had before is worth nothing from now on. */
export async function issueToken(
  deps: TokenDeps,
  tx: Transaction,
  userId: string,
  kind: TokenKind,
  wish: TokenWish,
): Promise<MailedToken> {
  const mailed = makeMailedToken(deps.randomBytes, wish.challenge !== null);
  const nowMs = deps.clock.now();
  const row = {
    user_id: userId,
    kind,
    token_hash: tokenHash(mailed.token),
    digits_hash: digitsHash(deps, userId, kind, mailed.digits),
    failed_tries: 0,
    password_hash: wish.passwordHash ?? null,
    new_email: wish.newEmail ?? null,
    redirect_to: wish.redirectTo,
    code_challenge: wish.challenge?.challenge ?? null,
    code_challenge_method: wish.challenge?.method ?? null,
    created_at: new Date(nowMs),
    expires_at: new Date(nowMs + TOKEN_LIFE_MS),
  };
  await tx`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
  await tx`INSERT INTO auth_one_time_tokens ${tx(row)}`;
  return mailed;
}

type Row = {
  readonly user_id: string;
  readonly kind: TokenKind;
  readonly digits_hash: Buffer;
  readonly failed_tries: number;
  readonly password_hash: string | null;
  readonly new_email: string | null;
  readonly redirect_to: string;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly expires_at: Date;
};

const toSpent = (row: Row): SpentToken => ({
  userId: row.user_id,
  kind: row.kind,
  passwordHash: row.password_hash,
  newEmail: row.new_email,
  redirectTo: row.redirect_to,
  challenge:
    row.code_challenge === null || row.code_challenge_method === null
      ? null
      : { challenge: row.code_challenge, method: row.code_challenge_method },
});

/** Uses a link's token up; null if it is unknown, of another kind, used already, or too old. */
export async function spendToken(
  { clock }: TokenDeps,
  tx: Transaction,
  kind: TokenKind,
  token: string,
): Promise<SpentToken | null> {
  const [row] = await tx<Row[]>`
    DELETE FROM auth_one_time_tokens WHERE token_hash = ${tokenHash(token)} AND kind = ${kind} RETURNING *`;
  return row && row.expires_at.getTime() > clock.now() ? toSpent(row) : null;
}

/**
 * Uses up the token a person has of this kind, by its digits; null if they are wrong, too old, or were tried too often.
 * A wrong try must be committed to count: do not roll the transaction back on null.
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
  if (!row || row.failed_tries >= DIGIT_TRIES || row.expires_at.getTime() <= deps.clock.now()) return null;
  if (!timingSafeEqual(row.digits_hash, digitsHash(deps, userId, kind, digits))) {
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
