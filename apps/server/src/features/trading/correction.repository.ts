import type { Settlement } from '@vigia/core/trades';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { TradeRow } from './trade-row.ts';

/** Status of an ended trade, in the words of the API. */
export type EndedTradeStatus = Exclude<TradeStatus, 'active'>;

/** Columns of a trade that a correction needs. */
export type CorrectableRow = Pick<
  TradeRow,
  | 'id'
  | 'account_id'
  | 'broker'
  | 'status'
  | 'execution'
  | 'stake_minor'
  | 'payout_bp'
  | 'profit_minor'
  | 'settled_at'
  | 'settle_price'
  | 'settle_tick_ms'
  | 'settle_reason'
> & { readonly corrections: number; readonly last_seq: number };

/** Locks the account and then the trade, in the same order as settlement. Returns null if there is no such trade. */
export async function lockForCorrection(tx: Transaction, tradeId: string): Promise<CorrectableRow | null> {
  await tx`
    SELECT 1 FROM accounts WHERE id = (SELECT account_id FROM trades WHERE id = ${tradeId}) FOR NO KEY UPDATE`;
  const [row] = await tx<CorrectableRow[]>`
    SELECT id, account_id, broker, status, execution, stake_minor, payout_bp, profit_minor, settled_at, settle_price,
           settle_tick_ms, settle_reason, corrections, last_seq
    FROM trades WHERE id = ${tradeId} FOR NO KEY UPDATE`;
  return row ?? null;
}

/**
 * Updates the row of the trade and appends the correction event with its reason. The check of the settlement becomes
 * outdated.
 */
export async function writeCorrection(
  tx: Transaction,
  { id, last_seq: lastSeq }: CorrectableRow,
  made: {
    readonly status: EndedTradeStatus;
    readonly settlement: Settlement;
    readonly reason: string;
    readonly nowMs: number;
  },
): Promise<void> {
  const { status, settlement, reason } = made;
  const now = new Date(made.nowMs);
  await tx`
    UPDATE trades
    SET status = ${status}, profit_minor = ${settlement.profitMinor}, corrections = corrections + 1,
        corrected_at = ${now},
        settle_reason = ${status === 'cancelled' ? 'corrected' : null}, last_seq = ${lastSeq + 1}
    WHERE id = ${id}`;
  await tx`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    VALUES (${id}, ${lastSeq + 1}, ${now}, 'correct', ${tx.json({ settlement, reason })})`;
  await tx`UPDATE settlement_checks SET is_outdated = true WHERE trade_id = ${id}`;
}
