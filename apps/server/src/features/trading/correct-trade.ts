import {
  assertNever,
  type Clock,
  type EpochMs,
  epochMs,
  err,
  invariant,
  minorUnits,
  ok,
  price,
  type Result,
  ratio,
} from '@vigia/core/kernel';
import {
  correction,
  reportedSettlement,
  type Settlement,
  settlementWithOutcome,
  type TradeOutcome,
} from '@vigia/core/trades';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { Accounts } from '../accounts/index.ts';
import {
  type CorrectableRow,
  type EndedTradeStatus,
  lockForCorrection,
  writeCorrection,
} from './correction.repository.ts';

export type Correction = { readonly tradeId: string; readonly outcome: EndedTradeStatus; readonly reason: string };

export type CorrectionRefusal =
  | 'trade_unknown'
  | 'trade_active'
  | 'trade_never_accepted'
  | 'trade_sold'
  /** The broker gave no payout, so the profit of a win is unknown. */
  | 'trade_payout_unknown';

/** Status before and after the correction; the two are equal if there was nothing to correct. */
export type CorrectedStatus = {
  readonly before: EndedTradeStatus;
  readonly after: EndedTradeStatus;
  readonly profitBeforeMinor: number;
  readonly profitAfterMinor: number;
};

type CorrectionDeps = { readonly db: Database; readonly clock: Clock; readonly accounts: Pick<Accounts, 'book'> };

const BASIS_POINTS = 10_000;
/** Settle reason of a trade that was sold back before its expiry. No price decided it, so it cannot be corrected. */
export const SOLD_EARLY_REASON = 'sold';

const STATUS_OF = { won: 'won', lost: 'lost', tie: 'expired', void: 'cancelled' } as const;

/**
 * Changes the outcome of an ended trade. No record is overwritten: a new event stores the outcome and the reason, a new
 * ledger transfer has the difference, and the trade's row is updated to match. Does nothing if the trade already has
 * that outcome.
 */
export function correctTrade(
  deps: CorrectionDeps,
  wanted: Correction,
): Promise<Result<CorrectedStatus, CorrectionRefusal>> {
  return deps.db.transaction(async (tx) => {
    const row = await lockForCorrection(tx, wanted.tradeId);
    if (row === null) return err('trade_unknown');
    if (row.status === 'active') return err('trade_active');
    if (row.execution !== 'confirmed') return err('trade_never_accepted');
    if (row.settle_reason === SOLD_EARLY_REASON) return err('trade_sold');
    const booked = bookedSettlement(row, row.status);
    if (row.payout_bp === null && wanted.outcome === 'won') return err('trade_payout_unknown');
    const right = settlementWithOutcome(outcomeOf(wanted.outcome), payable(row), booked.settleTick);
    const corrected = {
      before: row.status,
      after: wanted.outcome,
      profitBeforeMinor: booked.profitMinor,
      profitAfterMinor: right.profitMinor,
    };
    if (corrected.before === corrected.after) return ok(corrected);
    await write(deps, tx, { row, booked, right, reason: wanted.reason });
    return ok(corrected);
  });
}

/**
 * Changes the outcome of an ended trade to the result that its broker reports now. The caller has locked the account
 * and the trade.
 * @param row row of the trade
 * @param right the result that the broker reports
 * @returns true if the outcome changed
 */
export async function correctToBrokerResult(
  deps: Pick<CorrectionDeps, 'clock' | 'accounts'>,
  tx: Transaction,
  row: CorrectableRow,
  right: Settlement,
): Promise<boolean> {
  invariant(row.status !== 'active', `trade ${row.id} has ended`);
  const booked = bookedSettlement(row, row.status);
  if (booked.outcome === right.outcome && booked.profitMinor === right.profitMinor) return false;
  await write(deps, tx, {
    row,
    booked,
    right: { ...right, settleTick: booked.settleTick },
    reason: CORRECTED_BY_BROKER,
  });
  return true;
}

const CORRECTED_BY_BROKER = 'corrected_by_broker';

type Draft = {
  readonly row: CorrectableRow;
  readonly booked: Settlement;
  readonly right: Settlement;
  readonly reason: string;
};

async function write(
  { clock, accounts }: Pick<CorrectionDeps, 'clock' | 'accounts'>,
  tx: Transaction,
  { row, booked, right, reason }: Draft,
): Promise<void> {
  // If the clock was set back, the correction must not precede the settlement that it corrects.
  const nowMs: EpochMs = epochMs(Math.max(clock.now(), row.settled_at?.getTime() ?? 0));
  await writeCorrection(tx, row, { status: STATUS_OF[right.outcome], settlement: right, reason, nowMs });
  const transfer = correction(minorUnits(row.stake_minor), booked, right);
  await accounts.book(tx, [{ accountId: row.account_id, tradeId: row.id, transfer, step: row.corrections + 1 }], nowMs);
}

/**
 * Returns the terms that determine the transfer of a trade. An unknown payout counts as 0, because only a win uses the
 * payout. A correction to a win with an unknown payout is refused earlier.
 */
const payable = (row: CorrectableRow) => ({
  stakeMinor: minorUnits(row.stake_minor),
  payoutRatio: ratio((row.payout_bp ?? 0) / BASIS_POINTS),
});

/** Returns the settlement stored in the row: the original one, or the settlement of the last correction. */
function bookedSettlement(row: CorrectableRow, status: EndedTradeStatus): Settlement {
  const { settle_price: settlePrice, settle_tick_ms: tickMs } = row;
  const timeMs = tickMs === null ? null : epochMs(tickMs);
  const tick = settlePrice === null ? null : { timeMs, price: price(settlePrice) };
  if (row.broker !== 'mock') {
    const profitMinor = minorUnits(row.profit_minor ?? 0);
    return reportedSettlement(minorUnits(row.stake_minor), { profitMinor, isVoid: status === 'cancelled' }, tick);
  }
  const booked = settlementWithOutcome(outcomeOf(status), payable(row), tick);
  invariant(booked.profitMinor === row.profit_minor, `trade ${row.id} has the profit of its outcome`);
  return booked;
}

function outcomeOf(status: EndedTradeStatus): TradeOutcome {
  switch (status) {
    case 'won':
    case 'lost':
      return status;
    case 'expired':
      return 'tie';
    case 'cancelled':
      return 'void';
    default:
      return assertNever(status);
  }
}
