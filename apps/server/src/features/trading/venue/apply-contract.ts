import type { BrokerContract, ContractResult } from '@vigia/broker-kit/port';
import { epochMs, minorUnits, price, type Ratio, ratio } from '@vigia/core/kernel';
import { reportedSettlement, type Settlement, type TradeEvent } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { correctToBrokerResult, SOLD_EARLY_REASON } from '../correct-trade.ts';
import { lockForCorrection } from '../correction.repository.ts';
import type { TradingDeps } from '../deps.ts';
import { advanceTrade } from './broker-row.ts';
import { type BrokerRow, findBrokerTrade, updateTicks } from './broker-trades.repository.ts';

const BASIS_POINTS = 10_000;

/**
 * Applies a broker's option contract to its order: accepts the order if it was not accepted yet, settles it when the
 * contract has a result, and corrects it if the broker changes that result. Repeating the call changes nothing. The
 * caller has locked the order and its account.
 * @param row row of the order
 * @returns the current row; null if nothing changed
 */
export async function applyContract(
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  contract: BrokerContract,
): Promise<BrokerRow | null> {
  if (row.status !== 'active') return applyAfterEnd(deps, tx, row, contract);
  if (row.broker_ref !== null && row.broker_ref !== contract.contractId) {
    warn(deps, row, contract, 'a second contract bears the tag of an order');
    return null;
  }
  if (row.sent_at === null) {
    warn(deps, row, contract, 'a contract bears the tag of an order that was never sent');
    return null;
  }
  const events = [
    ...(row.execution === 'confirmed' ? laterEntry(row, contract) : acceptance(contract)),
    ...(contract.result === null ? [] : ending(row, contract, contract.result)),
  ];
  const counted = { ...row, ticks_passed: ticksPassed(row, contract) };
  if (events.length > 0) return advanceTrade(deps, tx, counted, events);
  if (counted.ticks_passed === row.ticks_passed) return null;
  await updateTicks(tx, counted);
  return counted;
}

/** Returns the number of passed ticks of the trade. An older report does not lower the number. */
function ticksPassed({ duration_ticks: total, ticks_passed: before }: BrokerRow, { ticks }: BrokerContract) {
  if (total === null || ticks === undefined || ticks.passed === null) return before;
  return Math.min(total, Math.max(before ?? 0, ticks.passed));
}

/** Returns the events of the trade for the broker's acceptance and its terms. */
function acceptance(contract: BrokerContract): readonly TradeEvent[] {
  const { contractId, openedAtMs, expiryMs, hasDouble } = contract;
  const double = hasDouble === true ? { hasDouble } : {};
  // A broker that rounds its times may report a start equal to the end. The transition table requires an entry
  // before the expiry.
  const entryTimeMs = epochMs(Math.min(openedAtMs, expiryMs - 1));
  return [
    {
      type: 'accept',
      acceptance: { contractId, acceptedAtMs: entryTimeMs, payoutRatio: payoutOf(contract), ...double },
    },
    { type: 'open', position: { entryPrice: null, ...entryOf(contract), entryTimeMs, expiryTimeMs: expiryMs } },
  ];
}

/** Returns the payout as a ratio of whole basis points; null if the broker reports none. */
const payoutOf = ({ payoutRatio }: BrokerContract): Ratio | null =>
  payoutRatio === null ? null : ratio(Math.round(payoutRatio * BASIS_POINTS) / BASIS_POINTS);

/** Returns the entry price, with its time if the broker reports it; null if the broker reports no price. */
function entryOf({ entryPrice, entryTickMs }: BrokerContract) {
  if (entryPrice === null) return null;
  return { entryPrice: price(entryPrice), ...(entryTickMs === null ? {} : { entryTickMs }) };
}

/**
 * Returns an event for an entry price, or for the time of this price, if the broker reports it only after the
 * acceptance.
 */
function laterEntry(row: BrokerRow, contract: BrokerContract): readonly TradeEvent[] {
  const entry = entryOf(contract);
  if (entry === null) return [];
  const isTimed = row.entry_tick_ms === null && row.entry_price === entry.entryPrice && contract.entryTickMs !== null;
  return row.entry_price === null || isTimed ? [{ type: 'price_entry', ...entry }] : [];
}

function ending(row: BrokerRow, { expiryMs }: BrokerContract, result: ContractResult): readonly TradeEvent[] {
  const stakeMinor = minorUnits(row.stake_minor);
  if (result.outcome === 'sold') {
    const proceedsMinor = minorUnits(Math.max(0, stakeMinor + result.profitMinor));
    return [{ type: 'sell', soldAtMs: result.settledAtMs, proceedsMinor }];
  }
  const expired: readonly TradeEvent[] = result.settledAtMs >= expiryMs ? [{ type: 'expire' }] : [];
  if (result.outcome === 'void' && result.profitMinor === 0) return [...expired, { type: 'void' }];
  return [...expired, { type: 'settle', settlement: settlementOf(row, result) }];
}

function settlementOf(row: BrokerRow, { outcome, profitMinor, settlePrice, settleTickMs }: ContractResult): Settlement {
  const tick = settlePrice === null ? null : { timeMs: settleTickMs, price: price(settlePrice) };
  return reportedSettlement(minorUnits(row.stake_minor), { profitMinor, isVoid: outcome === 'void' }, tick);
}

/**
 * Applies an option contract to an ended trade. If the outcome differs, the trade is corrected; its first transfer
 * stays.
 */
async function applyAfterEnd(
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  contract: BrokerContract,
): Promise<BrokerRow | null> {
  const { result } = contract;
  if (row.execution === 'rejected') {
    warn(deps, row, contract, 'the broker has a contract of an order that was taken for refused');
    return null;
  }
  if (row.execution === 'unknown') {
    warn(deps, row, contract, 'the broker has a contract of an order that was not resolved in time');
    return null;
  }
  if (result === null || row.broker_ref !== contract.contractId) return null;
  if (row.settle_reason === SOLD_EARLY_REASON || result.outcome === 'sold') {
    if (row.profit_minor !== result.profitMinor) warn(deps, row, contract, 'a sale was reported with another result');
    return null;
  }
  const ended = await lockForCorrection(tx, row.id);
  if (ended === null || !(await correctToBrokerResult(deps, tx, ended, settlementOf(row, result)))) return null;
  return findBrokerTrade(tx, row.id);
}

/**
 * Logs an option contract that contradicts the server's own records. No money moves, because the server cannot know
 * which record is right; the user must ask the broker.
 */
const warn = ({ log }: TradingDeps, row: BrokerRow, { contractId }: BrokerContract, what: string): void =>
  log.error({ trade: row.id, broker: row.broker, contract: contractId }, what);
