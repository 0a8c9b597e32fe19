import type { SettlementCheckCounts, SettlementCheckView } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import { type CheckRow, countChecks, findCheck } from './checks.repository.ts';

/** Returns the check of a trade of this user; null if it was not checked. */
export async function readCheck(sql: Sql, userId: string, tradeId: string): Promise<SettlementCheckView | null> {
  const row = await findCheck(sql, userId, tradeId);
  return row && toCheckView(row);
}

/** Returns the number of checks of each account of a user, by verdict. */
export async function readCheckCounts(sql: Sql, userId: string): Promise<SettlementCheckCounts> {
  return { accounts: await countChecks(sql, userId) };
}

const STATUSES = { won: 'won', lost: 'lost', tie: 'expired' } as const;

/** Converts a check to the shape of the API. */
export const toCheckView = (row: CheckRow): SettlementCheckView => ({
  verdict: row.verdict,
  result_changes: row.result_changes,
  recorded_result: row.recorded_outcome && STATUSES[row.recorded_outcome],
  precision_ms: row.precision_ms,
  entry: endOf(row.entry_price, row.entry_prices, row.entry_gap),
  settle: endOf(row.settle_price, row.settle_prices, row.settle_gap),
  checked_at: row.checked_at.toISOString(),
});

function endOf(
  stated: number | null,
  recorded: CheckRow['entry_prices'],
  gap: number | null,
): SettlementCheckView['entry'] {
  const [price = null, low = null, high = null] = recorded ?? [];
  return { stated, recorded: price, low, high, gap };
}
