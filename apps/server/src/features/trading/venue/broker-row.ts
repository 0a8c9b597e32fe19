import { assertNever, type EpochMs, epochMs, invariant, minorUnits, price, ratio } from '@vigia/core/kernel';
import { finalTransferOf, type Trade, type TradeEvent, type TradeTerms, wireStatusOf } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { SOLD_EARLY_REASON } from '../correct-trade.ts';
import type { TradingDeps } from '../deps.ts';
import { insertEvents } from '../trade.repository.ts';
import { applyTradeEvents } from '../trade-life.ts';
import { lengthOfRow } from '../trade-row.ts';
import { appendEvents, type BrokerRow, insertBrokerTrade, updateBrokerTrade } from './broker-trades.repository.ts';

const BASIS_POINTS = 10_000;

/** Rebuilds the trade of a row that has not ended. */
function tradeOf(row: BrokerRow): Trade {
  invariant(row.status === 'active', `trade ${row.id} has not ended`);
  const terms: TradeTerms = {
    symbol: row.symbol,
    direction: row.direction,
    stakeMinor: minorUnits(row.stake_minor),
    length: lengthOfRow(row),
    sendDeadlineMs: timeOf(row.send_by),
  };
  if (row.sent_at === null) return { state: 'intent', terms };
  const sentAtMs = timeOf(row.sent_at);
  switch (row.execution) {
    case 'pending':
      return { state: 'submitting', terms, sentAtMs };
    case 'unknown':
      return { state: 'unknown', terms, sentAtMs, cause: 'timeout' };
    case 'confirmed': {
      const entryTimeMs = timeOf(row.entry_time);
      return {
        state: 'open',
        terms,
        acceptance: {
          contractId: row.broker_ref,
          acceptedAtMs: entryTimeMs,
          payoutRatio: row.payout_bp === null ? null : ratio(row.payout_bp / BASIS_POINTS),
        },
        position: {
          entryPrice: row.entry_price === null ? null : price(row.entry_price),
          ...(row.entry_tick_ms === null ? {} : { entryTickMs: epochMs(row.entry_tick_ms) }),
          entryTimeMs,
          expiryTimeMs: timeOf(row.expiry_time),
        },
        ...askedSaleOf(row),
      };
    }
    case 'rejected':
      throw new Error(`trade ${row.id} was never accepted and is still active`);
    default:
      return assertNever(row.execution);
  }
}

/** Returns the pending sale of a trade as the `sale` field of its state; no field if no sale is pending. */
function askedSaleOf({ sale_asked_at: askedAt, sale_min_minor: minMinor }: BrokerRow) {
  if (askedAt === null || minMinor === null) return {};
  return { sale: { minPriceMinor: minorUnits(minMinor), askedAtMs: timeOf(askedAt) } };
}

/**
 * Writes the intent of an order, with trade and event. It is committed with the stake hold, before the order is sent.
 */
export async function writeOrderIntent(
  tx: Transaction,
  row: BrokerRow,
  automation: { readonly id: string; readonly signalId: string } | null,
): Promise<void> {
  const { terms } = tradeOf(row);
  await Promise.all([
    insertBrokerTrade(tx, row, automation),
    insertEvents(tx, row.id, terms, [], timeOf(row.entry_time)),
  ]);
}

/**
 * Applies events to a trade: updates its row, appends the events and, if the trade ends, stores its one transfer. The
 * caller has locked the account and the row.
 */
export async function advanceTrade(
  { clock, accounts }: Pick<TradingDeps, 'clock' | 'accounts'>,
  tx: Transaction,
  row: BrokerRow,
  events: readonly TradeEvent[],
): Promise<BrokerRow> {
  const nowMs = clock.now();
  const { trade } = applyTradeEvents(tradeOf(row), events);
  const next = { ...rowAfter(row, trade, nowMs), last_seq: row.last_seq + events.length };
  const transfer = finalTransferOf(trade);
  await Promise.all([
    updateBrokerTrade(tx, next),
    appendEvents(tx, row, events, nowMs),
    transfer && accounts.book(tx, [{ accountId: row.account_id, tradeId: row.id, transfer }], nowMs),
  ]);
  return next;
}

const rowAfter = (row: BrokerRow, trade: Trade, nowMs: EpochMs): BrokerRow => ({
  ...stateAfter(row, trade, nowMs),
  ...saleColumns(trade),
});

function saleColumns(trade: Trade): Pick<BrokerRow, 'sale_asked_at' | 'sale_min_minor'> {
  const sale = trade.state === 'open' ? trade.sale : undefined;
  return { sale_asked_at: sale ? new Date(sale.askedAtMs) : null, sale_min_minor: sale?.minPriceMinor ?? null };
}

function stateAfter(row: BrokerRow, trade: Trade, nowMs: EpochMs): BrokerRow {
  const status = wireStatusOf(trade.state);
  switch (trade.state) {
    case 'intent':
    case 'accepted':
      throw new Error(`trade ${row.id} stays as ${trade.state}`);
    case 'submitting':
    case 'unknown':
      return { ...row, ...status, sent_at: new Date(trade.sentAtMs) };
    case 'open':
    case 'settling':
      return { ...row, ...status, ...openedColumns(trade) };
    case 'won':
    case 'lost':
    case 'tie':
    case 'void': {
      const { settleTick, profitMinor } = trade.settlement;
      return {
        ...row,
        ...status,
        ...openedColumns(trade),
        ...endOfTicks(row, settleTick?.timeMs ?? nowMs),
        profit_minor: profitMinor,
        settled_at: new Date(nowMs),
        settle_price: settleTick?.price ?? null,
        settle_tick_ms: settleTick?.timeMs ?? null,
        settle_reason: trade.state === 'void' ? trade.reason : null,
      };
    }
    case 'sold': {
      const profit = trade.proceedsMinor - row.stake_minor;
      return { ...row, ...status, ...openedColumns(trade), ...endedWithout(SOLD_EARLY_REASON, profit, nowMs) };
    }
    case 'refused':
      return { ...row, ...status, ...endedWithout(trade.refusal, 0, nowMs) };
    case 'undecided':
      return { ...row, ...status, ...endedWithout(trade.state, 0, nowMs) };
    case 'cancelled':
      return { ...row, ...status, ...endedWithout(trade.reason, 0, nowMs) };
    default:
      return assertNever(trade);
  }
}

const openedColumns = ({ acceptance, position }: Extract<Trade, { readonly position: unknown }>) => ({
  payout_bp: acceptance.payoutRatio === null ? null : Math.round(acceptance.payoutRatio * BASIS_POINTS),
  broker_ref: acceptance.contractId,
  entry_price: position.entryPrice,
  entry_tick_ms: position.entryTickMs ?? null,
  entry_time: new Date(position.entryTimeMs),
  expiry_time: new Date(position.expiryTimeMs),
});

/**
 * Returns the expiry of a trade with a duration in ticks. It is known only after the last tick. Before that the column
 * has an estimate.
 */
const endOfTicks = ({ duration_ticks: ticks, entry_time: entry }: BrokerRow, endMs: number) =>
  ticks === null ? {} : { expiry_time: new Date(Math.max(endMs, entry.getTime() + 1)) };

const endedWithout = (reason: string, profitMinor: number, nowMs: EpochMs) => ({
  profit_minor: profitMinor,
  settled_at: new Date(nowMs),
  settle_reason: reason,
});

const timeOf = (date: Date): EpochMs => epochMs(date.getTime());
