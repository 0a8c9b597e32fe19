import { moneyText } from '@vigia/contract';
import { type EpochMs, minorUnits } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { type BookBounds, type LimitBook, limitBookOf, limitsWithoutEffect, PAPER_BOOK } from '@vigia/core/risk';
import { ApiError } from '#platform/http/api-error.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { readCurrentPurse } from '../purse.ts';
import type { LimitsRequest } from './change-limits.ts';
import { WIRE_NAMES } from './limits-wire.ts';
import { readLimits } from './stored-limits.ts';

/** A span in milliseconds that is longer than any calendar week in any time zone. */
const LOSSES_SPAN_MS = 8 * 24 * 60 * 60_000;

/**
 * Returns the limit book (kind of money and currency) that a request selects. Fields that the request omits come from
 * the account that the user chose.
 */
export async function chooseLimitBook(
  sql: Sql,
  userId: string,
  { scope, currency }: { readonly [Field in keyof LimitBook]?: LimitBook[Field] | undefined },
): Promise<LimitBook> {
  if (scope !== undefined && currency !== undefined) return { scope, currency };
  const chosen = limitBookOf(await readCurrentPurse(sql, userId));
  return { scope: scope ?? chosen.scope, currency: currency ?? chosen.currency };
}

/**
 * Returns the limit books of a user's accounts and all books with stored limits: practice first, then by currency.
 * There is always a real-money book, so that its limits can be set before a broker account is connected.
 */
export async function readLimitBooks(sql: Sql, userId: string, asked: LimitBook): Promise<LimitBook[]> {
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

/**
 * Refuses a limit that is so high that it could never refuse an order.
 * @throws ApiError `limit_above_balance`
 */
export async function refuseAboveBalance(
  sql: Sql,
  userId: string,
  { book, change }: LimitsRequest,
  nowMs: EpochMs,
): Promise<void> {
  const [limits, bounds] = await Promise.all([
    readLimits(sql, userId, book, nowMs),
    readBounds(sql, userId, book, nowMs),
  ]);
  const [first] = limitsWithoutEffect(limits, change, bounds);
  if (first === undefined) return;
  const balance = moneyText(formatMinor(first.boundMinor, book.currency), book.currency);
  const refusal = new ApiError('limit_above_balance', { balance });
  const { message } = refusal.toBody().error;
  throw new ApiError('limit_above_balance', { balance }, [{ path: WIRE_NAMES[first.name], message }]);
}

/**
 * Reads the highest useful value of each limit of a book. Only current accounts count, not earlier accounts at a
 * broker. Losses are counted over more than a week and without subtracting gains. A limit that could still refuse an
 * order is therefore never rejected as too high.
 */
async function readBounds(
  sql: Sql,
  userId: string,
  { scope, currency }: LimitBook,
  nowMs: EpochMs,
): Promise<BookBounds> {
  const [row] = await sql<[{ account: number; loss: number }]>`
    SELECT coalesce(max(account), 0)::bigint AS account, coalesce(max(loss), 0)::bigint AS loss
    FROM (SELECT max(cash_minor + held_minor) AS account, sum(cash_minor + held_minor + lost_minor) AS loss
          FROM accounts CROSS JOIN LATERAL (
            SELECT coalesce(sum(greatest(0, -user_cash_minor - user_hold_minor)), 0) AS lost_minor
            FROM ledger_transfers
            WHERE account_id = accounts.id AND created_at > ${new Date(nowMs - LOSSES_SPAN_MS)}) lost
          WHERE user_id = ${userId} AND currency = ${currency} AND is_current AND (kind = 'real') = ${scope === 'real'}
          GROUP BY kind) purses`;
  return { largestAccountMinor: minorUnits(row.account), largestLossMinor: minorUnits(row.loss) };
}
