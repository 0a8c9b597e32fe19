import { invariant } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** A user's declarations and settings that matter for real money. */
export type SafetySettings = {
  readonly declaration: { readonly adult: boolean; readonly country: string; readonly declaredAt: Date } | null;
};

type Row = { readonly adult: boolean; readonly country: string | null; readonly country_declared_at: Date | null };

export async function readSafetySettings(sql: Sql, userId: string): Promise<SafetySettings> {
  const [row] = await sql<Row[]>`
    SELECT adult_declared_at IS NOT NULL AS adult, country, country_declared_at
    FROM user_settings WHERE user_id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  const { adult, country, country_declared_at: declaredAt } = row;
  return { declaration: country === null || declaredAt === null ? null : { adult, country, declaredAt } };
}

/** Stores a declaration, which replaces the previous one. */
export async function writeDeclaration(
  tx: Transaction,
  userId: string,
  { adult, country }: { readonly adult: boolean; readonly country: string },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE user_settings
    SET adult_declared_at = ${adult ? now : null}, country = ${country}, country_declared_at = ${now},
        updated_at = ${now}
    WHERE user_id = ${userId}`;
}
