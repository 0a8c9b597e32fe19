import type { CreateOption, Option } from '@vigia/contract';
import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { RiskApproved } from '@vigia/core/risk';
import { stakeHold, type TradeIn, wireStatusOf } from '@vigia/core/trades';
import type { TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { traced } from '#platform/tracing/trace-step.ts';
import {
  ACCOUNT_CHANGED,
  type Actor,
  brokerVenueOfMode,
  type MoneyAccount,
  toAccountView,
  writeTradingPeriod,
} from '../accounts/index.ts';
import { approveOrder, modeChanged, type OrderRequest, type PricedOrder } from './approve-order.ts';
import type { TradingDeps, VenueDeps } from './deps.ts';
import { type AnswerKey, findAnswer, requestHash, storeAnswer } from './idempotency.ts';
import { parseStake } from './parse-stake.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { TRADE_CHANGED } from './topics.ts';
import { insertEvents, insertTrade } from './trade.repository.ts';
import { openTrade } from './trade-life.ts';
import { type TradeRow, toOption } from './trade-row.ts';
import type { BrokerOrderSender } from './venue/broker-order-sender.ts';
import { placeAtBroker } from './venue/place-at-broker.ts';

/**
 * Outcome of placing an order. `held` is the account after a new stake hold; null if the response was already stored.
 */
type Placed = { readonly option: Option; readonly held: MoneyAccount | null };

/**
 * Opens a trade at the venue of the trader's mode (paper account or broker). On the paper account, stake hold, trade,
 * events and the stored response are committed together and published after the commit. The account's lock turns many
 * equal concurrent requests into one trade and many equal responses.
 */
export async function placeTrade(
  deps: VenueDeps,
  sender: BrokerOrderSender,
  actor: Actor,
  request: CreateOption,
  key: string | null,
): Promise<Result<Option, PlacementRefusal>> {
  const stake = parseStake(request.amount);
  if (!stake.ok) return stake;
  const idempotency = key === null ? null : { userId: actor.userId, key, hash: requestHash(request) };
  const placement = { actor, request, idempotency };
  const mode = await resolveMode(deps, placement);
  if (!mode.ok) return mode;
  if (mode.value !== 'mock')
    return placeAtBroker(deps, sender, { actor, request, key, mode: mode.value, venue: brokerVenueOfMode(mode.value) });
  const placed = await traced('order.place', { 'vigia.symbol': request.asset_symbol }, () =>
    deps.db.transaction((tx) => placeInTransaction(deps, tx, placement, stake.value)),
  );
  if (!placed.ok) return placed;
  const { option, held } = placed.value;
  if (held !== null) {
    deps.bus.publish(TRADE_CHANGED, { userId: actor.userId, trade: option });
    deps.bus.publish(ACCOUNT_CHANGED, { userId: actor.userId, account: toAccountView(held) });
  }
  return ok(option);
}

type Placement = { readonly actor: Actor; readonly request: CreateOption; readonly idempotency: AnswerKey | null };

/**
 * Returns the mode of an order: the mode in the response stored for its key, else the trader's current mode if it
 * allows orders.
 */
async function resolveMode(
  { db, accounts, clock }: TradingDeps,
  { actor, request, idempotency }: Placement,
): Promise<Result<TradingMode, PlacementRefusal>> {
  const [known, mode] = await Promise.all([
    idempotency && findAnswer(db.sql, idempotency),
    accounts.admitOrder(db.sql, actor, clock.now()),
  ]);
  if (known?.kind === 'conflict') return err({ code: 'idempotency_key_reused', values: {} });
  if (known) return ok(known.option.mode ?? 'mock');
  if (isTooLate(request, clock.now())) return err({ code: 'order_expired', values: {} });
  const shown = request.mode;
  return mode.ok && shown !== undefined && shown !== mode.value ? err(modeChanged(mode.value, shown)) : mode;
}

/**
 * Independent statements are pipelined, here and in the functions called. The account is locked before all of them, so
 * they see everything committed before the lock was granted.
 */
async function placeInTransaction(
  deps: TradingDeps,
  tx: Transaction,
  { actor, request, idempotency }: Placement,
  stakeMinor: MinorUnits,
): Promise<Result<Placed, PlacementRefusal>> {
  const { userId } = actor;
  const account = await deps.accounts.lockMockAccount(tx, userId);
  if (account === null) return err({ code: 'not_authenticated', values: {} });
  const origin = actor.scopes === null ? 'manual' : 'api';
  const order: OrderRequest = {
    actor,
    accountId: account.accountId,
    request,
    stakeMinor,
    source: null,
    origin,
    automation: null,
  };
  const [known, approved] = await Promise.all([
    idempotency && findAnswer(tx, idempotency),
    approveOrder(deps, tx, order),
  ]);
  if (known?.kind === 'conflict') return err({ code: 'idempotency_key_reused', values: {} });
  if (known?.kind === 'replay') return ok({ option: known.option, held: null });
  if (isTooLate(request, deps.clock.now())) return err({ code: 'order_expired', values: {} });
  if (!approved.ok) return approved;
  const option = await writeTrade(deps, tx, order, approved.value, idempotency);
  return ok({ option, held: afterHold(account, stakeMinor) });
}

/**
 * True if the order is past its `valid_until`: a late retry must not open a trade at a price the trader has not seen.
 */
const isTooLate = ({ valid_until }: CreateOption, nowMs: number): boolean =>
  valid_until !== undefined && nowMs > Date.parse(valid_until);

/** Returns the account after the stake is held. */
export const afterHold = (account: MoneyAccount, stakeMinor: MinorUnits): MoneyAccount => ({
  ...account,
  cashMinor: minorUnits(account.cashMinor - stakeMinor),
  heldMinor: minorUnits(account.heldMinor + stakeMinor),
});

/**
 * Writes an approved order: trade, events, hold of the stake, the user's trading period, and the stored response if the
 * order has an idempotency key.
 */
export async function writeTrade(
  deps: TradingDeps,
  tx: Transaction,
  { actor, accountId, automation }: OrderRequest,
  { order }: RiskApproved<PricedOrder>,
  idempotency: AnswerKey | null,
): Promise<Option> {
  const { acceptedAtMs } = order;
  const { trade, events } = openTrade(order);
  const row = toRow(deps, { userId: actor.userId, accountId }, order, trade);
  const option = toOption(row);
  const booking = { accountId, tradeId: row.id, transfer: stakeHold(order.stakeMinor) };
  await Promise.all([
    insertTrade(tx, row, events.length + 1, automation),
    insertEvents(tx, row.id, trade.terms, events, acceptedAtMs),
    deps.accounts.book(tx, [booking], acceptedAtMs),
    idempotency && storeAnswer(tx, idempotency, option, acceptedAtMs),
    order.tradingPeriod && writeTradingPeriod(tx, actor.userId, order.tradingPeriod),
  ]);
  return option;
}

function toRow(
  { ids }: TradingDeps,
  { userId, accountId }: { userId: string; accountId: string },
  { payoutBp, origin, entry, source }: PricedOrder,
  { state, terms, position }: TradeIn<'open'>,
): TradeRow {
  return {
    id: ids.next(),
    user_id: userId,
    account_id: accountId,
    broker: 'mock',
    account: 'mock',
    mode: 'mock',
    origin,
    symbol: terms.symbol,
    source,
    direction: terms.direction,
    stake_minor: terms.stakeMinor,
    payout_bp: payoutBp,
    duration_min: terms.durationMinutes,
    entry_price: position.entryPrice,
    entry_tick_ms: entry.timeMs,
    entry_time: new Date(position.entryTimeMs),
    expiry_time: new Date(position.expiryTimeMs),
    ...wireStatusOf(state),
    profit_minor: null,
    settled_at: null,
    settle_price: null,
    settle_tick_ms: null,
    settle_reason: null,
    corrected_at: null,
  };
}
