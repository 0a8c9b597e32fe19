import { type EpochMs, type IdSource, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** The books of an account's double-entry ledger: the user's free and held money, and the other side of each move. */
export type Book = 'user_cash' | 'user_hold' | 'broker_pnl' | 'fees' | 'equity';

/** A change of one book, in cents; positive adds to the book. */
export type LedgerEntry = { readonly book: Book; readonly amountMinor: MinorUnits };

/** One movement of money: its entries sum to zero and name each book at most once. */
export type Transfer = {
  readonly accountId: string;
  readonly kind: string;
  readonly tradeId?: string;
  readonly entries: readonly LedgerEntry[];
  readonly nowMs: EpochMs;
};

/** Free and held money of an account, in cents. */
export type Balance = { readonly cashMinor: MinorUnits; readonly heldMinor: MinorUnits };

/**
 * Books a transfer in the caller's transaction. A trade has at most one transfer of each kind: a repeated one books
 * nothing and resolves to false. Entries that do not sum to zero are a bug and throw.
 */
export async function postTransfer(tx: Transaction, ids: IdSource, transfer: Transfer): Promise<boolean> {
  const sum = transfer.entries.reduce((total, entry) => total + entry.amountMinor, 0);
  invariant(sum === 0, `transfer ${transfer.kind} sums to ${sum}, not to zero`);
  invariant(transfer.entries.length >= 2, `transfer ${transfer.kind} has two sides`);
  const booked = await tx`
    WITH transfer AS (
      INSERT INTO ledger_transfers (id, account_id, kind, trade_id, created_at)
      VALUES (${ids.next()}, ${transfer.accountId}, ${transfer.kind}, ${transfer.tradeId ?? null}, ${new Date(transfer.nowMs)})
      ON CONFLICT (trade_id, kind) WHERE trade_id IS NOT NULL DO NOTHING
      RETURNING id, account_id)
    INSERT INTO ledger_entries (transfer_id, account_id, book, amount_minor)
    SELECT transfer.id, transfer.account_id, entry.book, entry.amount_minor
    FROM transfer, unnest(${transfer.entries.map((entry) => entry.book)}::text[],
                          ${transfer.entries.map((entry) => entry.amountMinor)}::bigint[]) AS entry(book, amount_minor)`;
  return booked.count > 0;
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

/** Makes every other transaction that wants this account wait until the caller's ends. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  const rows = await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`;
  invariant(rows.length === 1, `account ${accountId} exists`);
}
