import type { CreateOption } from '@vigia/contract';
import { type EpochMs, epochMs, err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import {
  evaluate,
  type GuardedOrder,
  type RiskApproved,
  type TradingPeriod,
  tradingPeriodAfterOrder,
} from '@vigia/core/risk';
import { stakeHold } from '@vigia/core/trades';
import type { TradeOrigin, TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { currentStep } from '#platform/tracing/trace-step.ts';
import { type Actor, type BrokerVenue, type MoneyAccount, writeTradingPeriod } from '../../accounts/index.ts';
import { payoutFall } from '../approve-order.ts';
import type { TradingDeps } from '../deps.ts';
import { type PlacementRefusal, riskRefusal } from '../placement-refusal.ts';
import { readRisk } from '../risk/read-risk.ts';
import { nameOf, type Offer, stakeLimits } from './broker-offer.ts';
import { writeIntent } from './broker-row.ts';
import { type BrokerRow, hasUnknownOutcome } from './broker-trades.repository.ts';
import { syncBalance } from './sync-balance.ts';

const MINUTE_MS = 60_000;

/** An order to a broker, manual or automatic. */
export type BrokerOrderRequest = {
  readonly actor: Actor;
  readonly venue: BrokerVenue;
  /** null: the user named the broker. */
  readonly mode: TradingMode | null;
  readonly request: CreateOption;
  readonly stakeMinor: MinorUnits;
  readonly origin: TradeOrigin;
  readonly automation: { readonly id: string; readonly signalId: string } | null;
  /** An order that could not be sent by this time is never sent. */
  readonly sendByMs: EpochMs;
};

type Priced = GuardedOrder & {
  readonly asset: Offer['asset'];
  readonly offer: Offer;
  readonly tradingPeriod: TradingPeriod | null;
  readonly askedAtMs: EpochMs;
};

/** The written order, and the account after it. */
export type WrittenOrder = { readonly row: BrokerRow; readonly account: MoneyAccount };

/**
 * Runs all checks of an order to a broker and writes it with its stake hold, in the caller's transaction; sends
 * nothing. The lock of the synced account makes concurrent orders of a user run one after another.
 */
export async function writeBrokerOrder(
  deps: TradingDeps,
  tx: Transaction,
  order: BrokerOrderRequest,
  offer: Offer,
): Promise<Result<WrittenOrder, PlacementRefusal>> {
  const { actor, venue, request } = order;
  const { userId } = actor;
  const nowMs = deps.clock.now();
  const locked = await deps.accounts.lockBrokerAccount(
    tx,
    userId,
    { ...venue, currency: offer.account.currency },
    nowMs,
  );
  if (locked === null) return err({ code: 'not_authenticated', values: {} });
  const account = await syncBalance(deps, tx, userId, locked, offer.account.balanceMinor, nowMs);
  const approved = await approve(deps, tx, order, offer, account.accountId);
  if (!approved.ok) return approved;
  const fallen = payoutFall(request, offer.payoutBp);
  if (fallen) return err(fallen);
  const row = await write(deps, tx, order, approved.value, account.accountId);
  const { stakeMinor } = order;
  return ok({
    row,
    account: {
      ...account,
      cashMinor: minorUnits(account.cashMinor - stakeMinor),
      heldMinor: minorUnits(account.heldMinor + stakeMinor),
    },
  });
}

async function approve(
  deps: TradingDeps,
  tx: Transaction,
  { actor, venue, stakeMinor, origin }: BrokerOrderRequest,
  offer: Offer,
  accountId: string,
): Promise<Result<RiskApproved<Priced>, PlacementRefusal>> {
  const { userId } = actor;
  const askedAtMs = deps.clock.now();
  const refusal = await deps.accounts.refuseVenue(tx, actor, venue, askedAtMs);
  if (refusal !== null) return err(refusal);
  const { facts, limits, timeZone } = await readRisk(tx, userId, accountId, askedAtMs);
  const { asset } = offer;
  const tradingPeriod =
    origin !== 'manual' || facts.isRealMoney ? tradingPeriodAfterOrder(facts.tradingPeriod, askedAtMs) : null;
  const priced = { origin, stakeMinor, asset, offer, tradingPeriod, askedAtMs };
  const market = asset.isOpen ? ('live' as const) : ('closed' as const);
  const evaluated = evaluate(priced, { ...facts, asset: stakeLimits(asset, offer.account.currency), market }, limits);
  if (!evaluated.ok) {
    const reader = { nowMs: askedAtMs, timeZone };
    return err(riskRefusal(evaluated.error, priced, { state: 'closed', ageMs: null }, reader));
  }
  if (await hasUnknownOutcome(tx, accountId, userId)) {
    return err({ code: 'broker_order_unknown', values: { name: nameOf(deps.brokers, venue.broker) } });
  }
  return evaluated;
}

async function write(
  deps: TradingDeps,
  tx: Transaction,
  request: BrokerOrderRequest,
  { order }: RiskApproved<Priced>,
  accountId: string,
): Promise<BrokerRow> {
  const row = toRow(deps.ids.next(), request, order, accountId);
  await writeIntent(deps, tx, row, request.automation, stakeHold(order.stakeMinor));
  if (order.tradingPeriod) await writeTradingPeriod(tx, row.user_id, order.tradingPeriod);
  return row;
}

/** Entry and expiry are those requested until the broker reports its own. */
const toRow = (
  id: string,
  { actor, venue, mode, request, sendByMs, origin }: BrokerOrderRequest,
  { offer, askedAtMs, stakeMinor }: Priced,
  accountId: string,
): BrokerRow => ({
  id,
  user_id: actor.userId,
  account_id: accountId,
  mode,
  origin,
  broker: venue.broker,
  account: venue.kind,
  source: venue.broker,
  symbol: request.asset_symbol,
  direction: request.option_type,
  duration_min: request.duration,
  stake_minor: stakeMinor,
  payout_bp: offer.payoutBp,
  entry_price: null,
  entry_tick_ms: null,
  entry_time: new Date(askedAtMs),
  expiry_time: new Date(epochMs(askedAtMs + request.duration * MINUTE_MS)),
  status: 'active',
  execution: 'pending',
  profit_minor: null,
  settled_at: null,
  settle_price: null,
  settle_tick_ms: null,
  settle_reason: null,
  corrected_at: null,
  broker_account: offer.account.accountId,
  broker_ref: null,
  send_by: new Date(sendByMs),
  sent_at: null,
  last_seq: 1,
  traceparent: currentStep()?.traceparent ?? null,
});
