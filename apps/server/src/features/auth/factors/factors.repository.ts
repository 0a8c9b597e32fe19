import type { AuthFactorView } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { CHALLENGE_LIFE_MS, UNVERIFIED_FACTOR_LIFE_MS } from './factor.ts';

/** A factor as stored; the secret is encrypted. */
export type FactorRow = {
  readonly id: string;
  readonly friendly_name: string;
  readonly status: 'unverified' | 'verified';
  readonly secret_sealed: Buffer;
  readonly last_step: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Returns all factors of a user, the oldest first. */
export async function findFactors(sql: Sql, userId: string): Promise<readonly FactorRow[]> {
  return sql<FactorRow[]>`SELECT * FROM auth_factors WHERE user_id = ${userId} ORDER BY created_at, id`;
}

export async function factorViews(sql: Sql, userId: string): Promise<readonly AuthFactorView[]> {
  return (await findFactors(sql, userId)).map((factor) => ({
    id: factor.id,
    friendly_name: factor.friendly_name,
    factor_type: 'totp',
    status: factor.status,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
  }));
}

/** True if this user must show a second factor at sign-in. */
export async function hasVerifiedFactor(sql: Sql, userId: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM auth_factors WHERE user_id = ${userId} AND status = 'verified' LIMIT 1`).length > 0;
}

export type NewFactor = {
  readonly id: string;
  readonly userId: string;
  readonly friendlyName: string;
  readonly secretSealed: Buffer;
  readonly now: Date;
};

export async function insertFactor(tx: Transaction, factor: NewFactor): Promise<void> {
  await tx`
    INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
    VALUES (${factor.id}, ${factor.userId}, ${factor.friendlyName}, 'unverified', ${factor.secretSealed},
            ${factor.now}, ${factor.now})`;
}

/** Deletes unverified factors that have expired, and an unverified factor with the given name. */
export async function deleteAbandonedFactors(
  tx: Transaction,
  userId: string,
  friendlyName: string,
  nowMs: EpochMs,
): Promise<void> {
  await tx`
    DELETE FROM auth_factors
    WHERE user_id = ${userId} AND status = 'unverified'
      AND (created_at <= ${new Date(nowMs - UNVERIFIED_FACTOR_LIFE_MS)}
           OR (friendly_name = ${friendlyName} AND friendly_name <> ''))`;
}

/** Deletes every unverified factor, because another client that started the enrolment may know its secret. */
export async function deleteUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx`DELETE FROM auth_factors WHERE user_id = ${userId} AND status = 'unverified'`;
}

/** Deletes all factors of a user. */
export async function deleteFactors(tx: Transaction, userId: string): Promise<void> {
  await tx`DELETE FROM auth_factors WHERE user_id = ${userId}`;
}

/** Stores the time step of an accepted code and marks the factor as verified. */
export async function storeAcceptedStep(tx: Transaction, id: string, step: number, now: Date): Promise<void> {
  await tx`UPDATE auth_factors SET status = 'verified', last_step = ${step}, updated_at = ${now} WHERE id = ${id}`;
}

export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx`DELETE FROM auth_factors WHERE id = ${id}`;
}

/** A challenge: this session must send a code of this factor. */
export type Challenge = { readonly id: string; readonly factorId: string; readonly sessionId: string };

const MAX_CHALLENGES = 10;

/** Stores a challenge. Deletes expired challenges, and all but the newest few of this session. */
export async function insertChallenge(
  tx: Transaction,
  { id, factorId, sessionId }: Challenge,
  nowMs: EpochMs,
): Promise<void> {
  await tx`
    DELETE FROM auth_challenges WHERE factor_id = ${factorId}
      AND (created_at <= ${new Date(nowMs - CHALLENGE_LIFE_MS)}
           OR (session_id = ${sessionId} AND id NOT IN (
             SELECT id FROM auth_challenges WHERE factor_id = ${factorId} AND session_id = ${sessionId}
             ORDER BY created_at DESC LIMIT ${MAX_CHALLENGES - 1})))`;
  await tx`
    INSERT INTO auth_challenges (id, factor_id, session_id, created_at)
    VALUES (${id}, ${factorId}, ${sessionId}, ${new Date(nowMs)})`;
}

/** Returns when a challenge was created; null if no challenge has this id, factor and session. */
export async function challengeCreatedAt(
  tx: Transaction,
  { id, factorId, sessionId }: Challenge,
): Promise<Date | null> {
  const [row] = await tx<{ created_at: Date }[]>`
    SELECT created_at FROM auth_challenges
    WHERE id = ${id} AND factor_id = ${factorId} AND session_id = ${sessionId} FOR UPDATE`;
  return row?.created_at ?? null;
}
