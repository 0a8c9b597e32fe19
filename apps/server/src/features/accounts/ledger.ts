import { type EpochMs, type IdSource, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { balancesOf, type Transfer } from '@vigia/core/trades';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** A transfer of the core's ledger on somebody's account; with `tradeId` it happens once per trade and phase. */
export type Booking = {
  readonly accountId: string;
  readonly tradeId: string | null;
  readonly transfer: Transfer;
};

/** Free and held money of an account, in cents. */
export type Balance = { readonly cashMinor: MinorUnits; readonly heldMinor: MinorUnits };

/**
 * Books transfers in the caller's transaction, all in one statement; the database moves the balances with them. A trade
 * has at most one transfer of each phase: repeating one fails the transaction (unique violation), so that money can
 * never move twice.
 */
export async function book(
  tx: Transaction,
  ids: IdSource,
  bookings: readonly Booking[],
  nowMs: EpochMs,
): Promise<void> {
  const rows = bookings.map(({ accountId, tradeId, transfer: { kind, phase, entries } }) => {
    const { user_cash, user_hold, broker_pnl, fees, equity } = balancesOf(entries);
    return { id: ids.next(), accountId, kind, phase, tradeId, user_cash, user_hold, broker_pnl, fees, equity };
  });
  await tx`
    INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor,
                                  broker_pnl_minor, fees_minor, equity_minor, created_at)
    SELECT *, ${new Date(nowMs)}::timestamptz
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.accountId)}::uuid[],
                ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.phase)}::text[],
                ${rows.map((row) => row.tradeId)}::uuid[], ${rows.map((row) => row.user_cash)}::bigint[],
                ${rows.map((row) => row.user_hold)}::bigint[], ${rows.map((row) => row.broker_pnl)}::bigint[],
                ${rows.map((row) => row.fees)}::bigint[], ${rows.map((row) => row.equity)}::bigint[])`;
}

/** The balance of an account: what its transfers add up to, kept with each of them by the database. */
export async function balanceOf(sql: Sql, accountId: string): Promise<Balance> {
  const [row] = await sql<{ cash: number; held: number }[]>`
    SELECT cash_minor AS cash, held_minor AS held FROM accounts WHERE id = ${accountId}`;
  invariant(row !== undefined, `account ${accountId} exists`);
  return { cashMinor: minorUnits(row.cash), heldMinor: minorUnits(row.held) };
}

/** Makes every other transaction that locks this account wait until the caller's ends; foreign keys may still be checked. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  const rows = await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  invariant(rows.length === 1, `account ${accountId} exists`);
}
