import { type EpochMs, type IdSource, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import type { Transfer } from '@vigia/core/trades';
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
 * Books transfers in the caller's transaction, all in one statement. A trade has at most one transfer of each phase:
 * repeating one fails the transaction (unique violation), so that money can never move twice.
 */
export async function book(
  tx: Transaction,
  ids: IdSource,
  bookings: readonly Booking[],
  nowMs: EpochMs,
): Promise<void> {
  const rows = bookings.map((booking) => ({ id: ids.next(), ...booking }));
  const entries = rows.flatMap(({ id, accountId, transfer }) =>
    transfer.entries.map((entry) => ({ id, accountId, book: entry.account, amountMinor: entry.amountMinor })),
  );
  await tx`
    INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, created_at)
    SELECT *, ${new Date(nowMs)}::timestamptz
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.accountId)}::uuid[],
                ${rows.map((row) => row.transfer.kind)}::text[], ${rows.map((row) => row.transfer.phase)}::text[],
                ${rows.map((row) => row.tradeId)}::uuid[])`;
  await tx`
    INSERT INTO ledger_entries (transfer_id, account_id, book, amount_minor)
    SELECT * FROM unnest(${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.accountId)}::uuid[],
                         ${entries.map((entry) => entry.book)}::text[],
                         ${entries.map((entry) => entry.amountMinor)}::bigint[])`;
}

/** The balance of an account: the sum of its entries, zero for an account nothing was ever booked on. */
export async function balanceOf(sql: Sql, accountId: string): Promise<Balance> {
  const [row] = await sql<{ cash: number; held: number }[]>`
    SELECT coalesce(sum(amount_minor) FILTER (WHERE book = 'user_cash'), 0)::bigint AS cash,
           coalesce(sum(amount_minor) FILTER (WHERE book = 'user_hold'), 0)::bigint AS held
    FROM ledger_entries WHERE account_id = ${accountId}`;
  invariant(row !== undefined, 'an aggregate answers one row');
  return { cashMinor: minorUnits(Number(row.cash)), heldMinor: minorUnits(Number(row.held)) };
}

/** Makes every other transaction that locks this account wait until the caller's ends; foreign keys may still be checked. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  const rows = await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  invariant(rows.length === 1, `account ${accountId} exists`);
}
