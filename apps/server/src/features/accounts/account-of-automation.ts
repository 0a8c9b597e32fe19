import { PAPER_CURRENCY } from '@vigia/core/money';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * SQL: a lateral subquery over a row `p` with `account_broker`. It returns broker, kind and currency of the account on
 * which the setup or strategy trades.
 */
export const accountOf = (sql: Sql, userId: string) => sql`(
  SELECT own.broker, own.kind, coalesce((
    SELECT currency FROM accounts a
    WHERE a.user_id = ${userId} AND a.broker = own.broker AND a.kind = own.kind AND a.is_current),
    ${PAPER_CURRENCY}) AS currency
  FROM (SELECT coalesce(p.account_broker, 'mock') AS broker,
               CASE WHEN p.account_broker IS NULL THEN 'mock' ELSE 'demo' END AS kind) own)`;
