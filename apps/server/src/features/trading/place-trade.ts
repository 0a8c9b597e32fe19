import type { CreateOption, Option } from '@vigia/contract';
import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { RiskApproved } from '@vigia/core/risk';
import { stakeHold, type TradeIn, wireStatusOf } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { traced } from '#platform/tracing/trace-step.ts';
import {
  ACCOUNT_CHANGED,
  type Actor,
  type MoneyAccount,
  mirrorOfMode,
  toAccountView,
  writeStretch,
} from '../accounts/index.ts';
import { approveOrder, type Elsewhere, type OrderRequest, type PricedOrder } from './approve-order.ts';
import type { TradingDeps, VenueDeps } from './deps.ts';
import { type AnswerKey, findAnswer, requestHash, storeAnswer } from './idempotency.ts';
import { parseStake } from './parse-stake.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { TRADE_CHANGED } from './topics.ts';
import { insertEvents, insertTrade } from './trade.repository.ts';
import { openTrade } from './trade-life.ts';
import { type TradeRow, toOption } from './trade-row.ts';
import type { OrderDesk } from './venue/order-desk.ts';
import { placeAtBroker } from './venue/place-at-broker.ts';

/** What became of an order; only one that is new has moved money. */
type Placed = { readonly option: Option; readonly held: MoneyAccount | null };

/**
 * Opens a trade in the person's mode. On the built-in account: stake hold, trade, events and the answer to its key are committed together,
 * and only then told. The account's lock makes of many equal requests at once one order and many equal answers.
 */
export async function placeTrade(
  deps: VenueDeps,
  desk: OrderDesk,
  actor: Actor,
  request: CreateOption,
  key: string | null,
): Promise<Result<Option, PlacementRefusal>> {
  const stake = parseStake(request.amount);
  if (!stake.ok) return stake;
  const placed = await traced('order.place', { 'vigia.symbol': request.asset_symbol }, () =>
    deps.db.transaction((tx) => placeInTransaction(deps, tx, { actor, request, key }, stake.value)),
  );
  if (!placed.ok) {
    const { error } = placed;
    if (error.code !== 'elsewhere') return err(error);
    return placeAtBroker(deps, desk, { actor, request, key, mode: error.mode, venue: mirrorOfMode(error.mode) });
  }
  const { option, held } = placed.value;
  if (held !== null) {
    deps.bus.publish(TRADE_CHANGED, { userId: actor.userId, trade: option });
    deps.bus.publish(ACCOUNT_CHANGED, { userId: actor.userId, account: toAccountView(held) });
  }
  return ok(option);
}

type Placement = { readonly actor: Actor; readonly request: CreateOption; readonly key: string | null };

/**
 * Statements that do not need each other's answers are sent together, here and in what is called: each still begins after
 * the one before it, so that all of them see what was committed before the lock was given.
 */
async function placeInTransaction(
  deps: TradingDeps,
  tx: Transaction,
  { actor, request, key }: Placement,
  stakeMinor: MinorUnits,
): Promise<Result<Placed, PlacementRefusal | Elsewhere>> {
  const { userId } = actor;
  const account = await deps.accounts.lockMockAccount(tx, userId);
  if (account === null) return err({ code: 'not_authenticated', values: {} });
  const idempotency = key === null ? null : { userId, key, hash: requestHash(request) };
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
    idempotency === null ? null : findAnswer(tx, idempotency),
    approveOrder(deps, tx, order),
  ]);
  if (known?.kind === 'conflict') return err({ code: 'idempotency_key_reused', values: {} });
  // What is at a broker has moved on since it was answered.
  if (known?.kind === 'replay' && known.option.mode !== null && known.option.mode !== 'mock') {
    return err({ code: 'elsewhere', mode: known.option.mode });
  }
  if (known?.kind === 'replay') return ok({ option: known.option, held: null });
  if (isTooLate(request, deps.clock.now())) return err({ code: 'order_expired', values: {} });
  if (!approved.ok) return approved;
  const option = await writeTrade(deps, tx, order, approved.value, idempotency);
  return ok({ option, held: afterHold(account, stakeMinor) });
}

/** What was clicked long ago, and asked about again since, must not become a trade at a price nobody has seen. */
const isTooLate = ({ valid_until }: CreateOption, nowMs: number): boolean =>
  valid_until !== undefined && nowMs > Date.parse(valid_until);

/** The account once the stake is held. */
export const afterHold = (account: MoneyAccount, stakeMinor: MinorUnits): MoneyAccount => ({
  ...account,
  cashMinor: minorUnits(account.cashMinor - stakeMinor),
  heldMinor: minorUnits(account.heldMinor + stakeMinor),
});

/** Writes all of an approved order: trade, events, stake hold, its stretch, and the answer to its key if it has one. */
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
    order.stretch && writeStretch(tx, actor.userId, order.stretch),
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
