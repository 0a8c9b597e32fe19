import type { EpochMs, IdSource } from '@vigia/core/kernel';
import { balancesOf, type Transfer } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';

/** A transfer to write on a ledger account. If it has a `tradeId`, it can be written once per trade, phase and step. */
export type TransferBooking = {
  readonly accountId: string;
  readonly tradeId: string | null;
  readonly transfer: Transfer;
  /** Number of the transfer within its trade and phase; 1 by default. A trade can have several corrections. */
  readonly step?: number;
};

/**
 * Books transfers in the caller's transaction, in one statement; database triggers update the balances. A trade has at
 * most one transfer per phase and step. A second one violates a unique constraint and fails the transaction, so money
 * never moves twice.
 */
export async function bookTransfers(
  tx: Transaction,
  ids: IdSource,
  bookings: readonly TransferBooking[],
  nowMs: EpochMs,
): Promise<void> {
  const rows = bookings.map(({ accountId, tradeId, transfer: { kind, phase, entries }, step = 1 }) => {
    const { user_cash, user_hold, broker_pnl, fees, equity } = balancesOf(entries);
    return { id: ids.next(), accountId, kind, phase, tradeId, step, user_cash, user_hold, broker_pnl, fees, equity };
  });
  await tx`
    INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, step, user_cash_minor, user_hold_minor,
                                  broker_pnl_minor, fees_minor, equity_minor, created_at)
    SELECT *, ${new Date(nowMs)}::timestamptz
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.accountId)}::uuid[],
                ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.phase)}::text[],
                ${rows.map((row) => row.tradeId)}::uuid[], ${rows.map((row) => row.step)}::smallint[],
                ${rows.map((row) => row.user_cash)}::bigint[],
                ${rows.map((row) => row.user_hold)}::bigint[], ${rows.map((row) => row.broker_pnl)}::bigint[],
                ${rows.map((row) => row.fees)}::bigint[], ${rows.map((row) => row.equity)}::bigint[])`;
}
