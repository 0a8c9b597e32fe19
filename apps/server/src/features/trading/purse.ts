import type { Purse, PurseQuery } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import type { TradingDeps } from './deps.ts';

/** Returns an SQL condition: a trade belongs to this purse (kind of money and currency). */
export const tradesIn = (sql: Sql, { kind, currency }: Purse) => sql`account = ${kind} AND currency = ${currency}`;

/**
 * Returns the purse that a request selects. A missing field takes the value of the account that the user chose. A kind
 * without a currency selects the user's first currency of that kind, if there is one.
 */
export async function choosePurse(
  { db: { sql }, accounts }: Pick<TradingDeps, 'db' | 'accounts'>,
  userId: string,
  { account: kind, currency }: PurseQuery,
): Promise<Purse> {
  if (kind !== undefined && currency !== undefined) return { kind, currency };
  const current = await accounts.currentPurse(sql, userId);
  if (kind === undefined || kind === current.kind) return { ...current, ...(currency !== undefined && { currency }) };
  const first = (await accounts.purses(sql, userId)).find((purse) => purse.kind === kind);
  return first ?? { ...current, kind };
}
