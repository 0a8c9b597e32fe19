import type { CreateOption, Option } from '@vigia/contract';
import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { RiskApproved } from '@vigia/core/risk';
import { parseAmountMinor, stakeHold, type TradeIn, wireStatusOf } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor } from '../accounts/index.ts';
import { approveOrder, type OrderRequest, type PricedOrder } from './approve-order.ts';
import type { TradingDeps } from './deps.ts';
import { findAnswer, requestHash, storeAnswer } from './idempotency.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { publishTrades } from './publish-trades.ts';
import { insertEvents, insertTrade } from './trade.repository.ts';
import { openTrade } from './trade-life.ts';
import { type TradeRow, toOption } from './trade-row.ts';

type Placed = { readonly option: Option; readonly isNew: boolean };

/**
 * Opens a trade on the user's mock account: stake hold, trade, events and the answer to its key are committed together,
 * and only then told. The account's lock makes of many equal requests at once one order and many equal answers.
 */
export async function placeTrade(
  deps: TradingDeps,
  actor: Actor,
  request: CreateOption,
  key: string | null,
): Promise<Result<Option, PlacementRefusal>> {
  const stakeMinor = parseAmountMinor(request.amount);
  if (!stakeMinor.ok && stakeMinor.error !== 'out_of_range') return err({ code: 'amount_invalid', values: {} });
  // An amount beyond all bounds is refused like any other that is too large or too small: by the asset's own limit.
  const stake = stakeMinor.ok ? stakeMinor.value : minorUnits(Math.sign(request.amount) * Number.MAX_SAFE_INTEGER);
  const placed = await deps.db.transaction((tx) => placeInTransaction(deps, tx, { actor, request, key }, stake));
  if (!placed.ok) return placed;
  if (placed.value.isNew) await publishTrades(deps, [{ id: placed.value.option.id, userId: actor.userId }]);
  return ok(placed.value.option);
}

type Placement = { readonly actor: Actor; readonly request: CreateOption; readonly key: string | null };

async function placeInTransaction(
  deps: TradingDeps,
  tx: Transaction,
  { actor, request, key }: Placement,
  stakeMinor: MinorUnits,
): Promise<Result<Placed, PlacementRefusal>> {
  const { userId } = actor;
  const { accountId } = await deps.accounts.mockAccount(tx, userId);
  await deps.accounts.lockAccount(tx, accountId);
  const hash = requestHash(request);
  const known = key === null ? null : await findAnswer(tx, userId, key, hash);
  if (known?.kind === 'conflict') return err({ code: 'idempotency_key_reused', values: {} });
  if (known?.kind === 'replay') return ok({ option: known.option, isNew: false });
  if (isTooLate(request, deps.clock.now())) return err({ code: 'order_expired', values: {} });
  const order: OrderRequest = { actor, accountId, request, stakeMinor, origin: 'manual' };
  const approved = await approveOrder(deps, tx, order);
  if (!approved.ok) return approved;
  const option = await writeTrade(deps, tx, order, approved.value);
  if (key !== null) await storeAnswer(tx, { userId, key, hash, option, nowMs: deps.clock.now() });
  return ok({ option, isNew: true });
}

/** What was clicked long ago, and asked about again since, must not become a trade at a price nobody has seen. */
const isTooLate = ({ valid_until }: CreateOption, nowMs: number): boolean =>
  valid_until !== undefined && nowMs > Date.parse(valid_until);

async function writeTrade(
  deps: TradingDeps,
  tx: Transaction,
  { actor, accountId }: OrderRequest,
  { order }: RiskApproved<PricedOrder>,
): Promise<Option> {
  const { trade, events } = openTrade(order);
  const row = toRow(deps, { userId: actor.userId, accountId }, order, trade);
  await insertTrade(tx, row);
  await insertEvents(tx, row.id, trade.terms, events, order.acceptedAtMs);
  const transfer = stakeHold(order.stakeMinor);
  await deps.accounts.book(tx, [{ accountId, tradeId: row.id, transfer }], order.acceptedAtMs);
  return toOption(row);
}

function toRow(
  { ids, market }: TradingDeps,
  { userId, accountId }: { userId: string; accountId: string },
  { payoutBp, origin, entry }: PricedOrder,
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
    source: market.source,
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
