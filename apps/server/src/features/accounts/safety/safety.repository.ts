import { type EpochMs, epochMs, invariant } from '@vigia/core/kernel';
import { type Declaration, declarationAt } from '@vigia/core/risk';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { moveRealAutomationToDemo } from '../account-of-automation.ts';

type Row = {
  readonly adult: boolean;
  readonly country: string | null;
  readonly country_declared_at: Date | null;
  readonly waiting_declaration: Declaration['waiting'];
};

/**
 * Returns the user's declaration of age and country at `nowMs`, with a pending one; null if the user has declared
 * nothing.
 */
export async function readDeclaration(sql: Sql, userId: string, nowMs: EpochMs): Promise<Declaration | null> {
  const [row] = await sql<Row[]>`
    SELECT adult_declared_at IS NOT NULL AS adult, country, country_declared_at, waiting_declaration
    FROM user_settings WHERE user_id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  const { adult, country, country_declared_at: declaredAt, waiting_declaration: waiting } = row;
  if (country === null || declaredAt === null) return null;
  return declarationAt({ current: { adult, country, declaredAtMs: epochMs(declaredAt.getTime()) }, waiting }, nowMs);
}

/**
 * Replaces a chosen real account by the paper account, and moves real automation to demo accounts. The caller publishes
 * `ACCOUNT_CHOSEN` after the commit.
 */
export async function leaveRealMoney(tx: Transaction, userId: string): Promise<void> {
  await tx`
    UPDATE user_settings SET chosen_broker = NULL, chosen_kind = NULL
    WHERE user_id = ${userId} AND chosen_kind = 'real'`;
  await moveRealAutomationToDemo(tx, userId, null);
}

/** Stores a declaration, which replaces the previous one. */
export async function writeDeclaration(
  tx: Transaction,
  userId: string,
  { current: { adult, country, declaredAtMs }, waiting }: Declaration,
  now: Date,
): Promise<void> {
  const declaredAt = new Date(declaredAtMs);
  await tx`
    UPDATE user_settings
    SET adult_declared_at = ${adult ? declaredAt : null}, country = ${country}, country_declared_at = ${declaredAt},
        waiting_declaration = ${waiting && tx.json(waiting)}, updated_at = ${now}
    WHERE user_id = ${userId}`;
}
