import { moneyText } from '@vigia/contract';
import { type EpochMs, minorUnits } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { type BookBalances, type LimitBook, limitBookOf, limitsAboveBalance, PAPER_BOOK } from '@vigia/core/risk';
import { ApiError } from '#platform/http/api-error.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { currentPurse } from '../purse.ts';
import type { LimitsRequest } from './change-limits.ts';
import { WIRE_NAMES } from './limits-wire.ts';
import { readLimits } from './stored-limits.ts';

/** Returns the book that a request names; fields it leaves out are those of the account that the user chose. */
export async function chooseBook(
  sql: Sql,
  userId: string,
  { scope, currency }: { readonly [Field in keyof LimitBook]?: LimitBook[Field] | undefined },
): Promise<LimitBook> {
  if (scope !== undefined && currency !== undefined) return { scope, currency };
  const chosen = limitBookOf(await currentPurse(sql, userId));
  return { scope: scope ?? chosen.scope, currency: currency ?? chosen.currency };
}

/**
 * Returns the books of a user's accounts and those with limits: practice first, then by currency. There is always
 * one of real money, so that its limits can be set before an account is connected.
 */
export async function readBooks(sql: Sql, userId: string, asked: LimitBook): Promise<LimitBook[]> {
  const rows = await sql<LimitBook[]>`
    SELECT CASE kind WHEN 'real' THEN 'real' ELSE 'practice' END AS scope, currency
    FROM accounts WHERE user_id = ${userId}
    UNION SELECT scope, currency FROM limit_books WHERE user_id = ${userId}
    UNION SELECT ${asked.scope}::text, ${asked.currency}::text
    UNION SELECT ${PAPER_BOOK.scope}::text, ${PAPER_BOOK.currency}::text
    ORDER BY scope, currency`;
  const hasReal = rows.some(({ scope }) => scope === 'real');
  return hasReal ? [...rows] : [...rows, { scope: 'real', currency: PAPER_CURRENCY }];
}

/** @throws ApiError `limit_above_balance` if a requested limit could never refuse an order */
export async function refuseAboveBalance(
  sql: Sql,
  userId: string,
  { book, change }: LimitsRequest,
  nowMs: EpochMs,
): Promise<void> {
  const [limits, balances] = await Promise.all([readLimits(sql, userId, book, nowMs), readBalances(sql, userId, book)]);
  const [first] = limitsAboveBalance(limits, change, balances);
  if (first === undefined) return;
  const balance = moneyText(formatMinor(first.balanceMinor, book.currency), book.currency);
  const refusal = new ApiError('limit_above_balance', { balance });
  const { message } = refusal.toBody().error;
  throw new ApiError('limit_above_balance', { balance }, [{ path: WIRE_NAMES[first.name], message }]);
}

/** Reads the balances of the accounts that orders go to; an earlier account of a broker does not count. */
async function readBalances(sql: Sql, userId: string, { scope, currency }: LimitBook): Promise<BookBalances> {
  const [row] = await sql<[{ account: number; purse: number }]>`
    SELECT coalesce(max(account), 0)::bigint AS account, coalesce(max(purse), 0)::bigint AS purse
    FROM (SELECT max(cash_minor + held_minor) AS account, sum(cash_minor + held_minor) AS purse FROM accounts
          WHERE user_id = ${userId} AND currency = ${currency} AND is_current AND (kind = 'real') = ${scope === 'real'}
          GROUP BY kind) purses`;
  return { largestAccountMinor: minorUnits(row.account), largestPurseMinor: minorUnits(row.purse) };
}
