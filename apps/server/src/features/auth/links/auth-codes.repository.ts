import { createHash } from 'node:crypto';
import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import type { LinkMethod } from './link-type.ts';

const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

export type NewAuthCode = {
  readonly code: string;
  readonly userId: string;
  readonly method: LinkMethod;
  readonly challenge: CodeChallenge;
  readonly now: Date;
};

export async function insertAuthCode(
  tx: Transaction,
  { code, userId, method, challenge, now }: NewAuthCode,
): Promise<void> {
  await tx`
    INSERT INTO auth_codes (code_hash, user_id, method, code_challenge, code_challenge_method, created_at)
    VALUES (${codeHash(code)}, ${userId}, ${method}, ${challenge.challenge}, ${challenge.method}, ${now})`;
}

export type ConsumedAuthCode = {
  readonly user_id: string;
  readonly method: LinkMethod;
  readonly code_challenge: string;
  readonly code_challenge_method: CodeChallenge['method'];
  readonly created_at: Date;
};

/** Returns the user of an authorization code; null if the code is unknown. */
export async function findAuthCodeOwner(sql: Sql, code: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`SELECT user_id FROM auth_codes WHERE code_hash = ${codeHash(code)}`;
  return row?.user_id ?? null;
}

/**
 * Consumes an authorization code, even an expired one; null if it is unknown or already consumed. The caller has locked
 * the row of its user.
 */
export async function consumeAuthCode(sql: Sql, code: string): Promise<ConsumedAuthCode | null> {
  const [row] = await sql<ConsumedAuthCode[]>`DELETE FROM auth_codes WHERE code_hash = ${codeHash(code)} RETURNING *`;
  return row ?? null;
}

export async function deleteOldAuthCodes(sql: Sql, before: EpochMs): Promise<void> {
  await sql`DELETE FROM auth_codes WHERE created_at < ${new Date(before)}`;
}
