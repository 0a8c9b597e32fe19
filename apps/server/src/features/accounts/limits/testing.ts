import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { LimitBook } from '@vigia/core/risk';
import type { Columns, Sql } from '#platform/persistence/database.ts';

/**
 * Writes columns of a user's limits in dollars directly to the database, so that a looser limit applies without the
 * 24-hour wait.
 */
export async function writeLimits(
  sql: Sql,
  userId: string,
  columns: Columns,
  scope: LimitBook['scope'] = 'practice',
  currency: Currency = PAPER_CURRENCY,
): Promise<void> {
  await sql`
    INSERT INTO limit_books (user_id, scope, currency, updated_at)
    VALUES (${userId}, ${scope}, ${currency}, now()) ON CONFLICT DO NOTHING`;
  await sql`
    UPDATE limit_books SET ${sql(columns)}
    WHERE user_id = ${userId} AND scope = ${scope} AND currency = ${currency}`;
}
