import type { Option } from '@vigia/contract';
import { durationMs, epochMs, err, invariant, ok, type Result } from '@vigia/core/kernel';
import { type Currency, money } from '@vigia/core/money';
import type { RiskApproved } from '@vigia/core/risk';
import { expectedSecondsOf } from '@vigia/core/trades';
import { modeOfAccount } from '@vigia/core/vocabulary';
import { shardOf } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { currentTraceStep } from '#platform/tracing/trace-step.ts';
import type { Actor, BrokerVenue, MoneyAccount } from '../../accounts/index.ts';
import { brokerDisplayName } from '../broker-name.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import { OTHER_ACCOUNT_REFUSAL, type PlacementRefusal } from '../placement-refusal.ts';
import { lengthColumns, OPEN_TRADE_COLUMNS, toOption } from '../trade-row.ts';
import type {
  OfferFacts,
  OrderRequest,
  PricedOrder,
  TradeDraft,
  Venue,
  VenueOffer,
  VenueTerms,
} from '../venue-port.ts';
import {
  contractFromLastOffer,
  findAccountForOrder,
  findConnectedAccount,
  type OfferedContract,
  requestContract,
  resultWithinLimit,
  stakeLimits,
} from './broker-offer.ts';
import type { BrokerOrderSender } from './broker-order-sender.ts';
import { orderRefusal } from './broker-refusal.ts';
import { writeOrderIntent } from './broker-row.ts';
import { type BrokerRow, findBrokerTrade, hasUnknownOutcome } from './broker-trades.repository.ts';
import { syncBalance } from './sync-balance.ts';

const SECOND_MS = 1_000;
/** Time in milliseconds within which an order of a user or their bot must be sent. Later it is cancelled instead. */
const SEND_WITHIN_MS = 5_000;
/**
 * Longest time that an HTTP response waits for the broker's reply. After this time, the response contains the pending
 * order.
 */
const ANSWER_WITHIN_MS = durationMs(10_000);

/**
 * Creates the venue of the accounts that users have at brokers. A committed order is first only an intent; it is sent
 * afterwards, at most once.
 */
export const createBrokerVenue = (deps: VenueDeps, sender: BrokerOrderSender): Venue => ({
  currencyOf: (userId, account) => currencyOf(deps, userId, account),
  ask: (order) => ask(deps, order),
  knownOffer: (order) => knownOffer(deps, order),
  fence: (tx, userId) => deps.sessionShards.fence(tx, [shardOf(userId)]),
  submit: ({ id: tradeId }, userId, actor) => sender.submit({ tradeId, userId }, actor),
  submitAndWait: (option, actor) => submitAndWait(deps, sender, option, actor),
});

function currencyOf(
  { brokers }: TradingDeps,
  userId: string,
  account: BrokerVenue | null,
): Result<Currency, PlacementRefusal> {
  invariant(account !== null, 'an order to the paper account stays off the brokers');
  const reached = findConnectedAccount(brokers, userId, account);
  return reached.ok ? ok(reached.value.account.currency) : reached;
}

async function ask(deps: TradingDeps, order: OrderRequest): Promise<Result<VenueOffer, PlacementRefusal>> {
  const { request, length, stakeMinor } = order;
  const target = targetOf(order);
  const reached = findAccountForOrder(deps.brokers, order.actor.userId, target);
  if (!reached.ok) return reached;
  const asked = await requestContract(deps.clock, reached.value, { ...request, length, stakeMinor });
  return asked.ok ? ok(toOffer(deps, order, target, asked.value)) : asked;
}

function knownOffer(deps: TradingDeps, order: OrderRequest): Result<VenueOffer, PlacementRefusal> {
  const target = targetOf(order);
  const reached = findAccountForOrder(deps.brokers, order.actor.userId, target);
  const contract = reached.ok
    ? contractFromLastOffer(reached.value, { ...order.request, length: order.length })
    : reached;
  return contract.ok ? ok(toOffer(deps, order, target, contract.value)) : contract;
}

function targetOf({ destination: { account } }: OrderRequest): BrokerVenue {
  invariant(account !== null, 'an order to the paper account stays off the brokers');
  return account;
}

const toOffer = (
  deps: TradingDeps,
  order: OrderRequest,
  target: BrokerVenue,
  contract: OfferedContract,
): VenueOffer => ({
  lockAccount: (tx) => lockAccount(deps, tx, order.actor.userId, target, contract.account),
  quote: async (tx, { accountId }): Promise<OfferFacts> => {
    const [isUnknown, isInUse] = await Promise.all([
      hasUnknownOutcome(tx, accountId, order.actor.userId),
      deps.accounts.isInUse(tx, accountId),
    ]);
    const name = brokerDisplayName(deps.brokers, target.broker);
    const unknown: PlacementRefusal | null = isUnknown ? { code: 'broker_order_unknown', values: { name } } : null;
    // The user may have chosen another account of the login since the broker was asked for its offer.
    return { terms: () => ok(termsOf(deps, target, contract)), refusal: isInUse ? unknown : OTHER_ACCOUNT_REFUSAL };
  },
  draft: (tx, account, approved) => draft(deps, tx, { account, target, contract }, approved),
});

/** Locks the synced account and updates its balance, so that the risk guard sees the broker's own balance. */
export async function lockAccount(
  deps: TradingDeps,
  tx: Transaction,
  userId: string,
  target: BrokerVenue,
  { accountId: brokerAccount, currency, balanceMinor }: OfferedContract['account'],
): Promise<MoneyAccount | null> {
  const nowMs = deps.clock.now();
  const locked = await deps.accounts.lockBrokerAccount(tx, userId, { ...target, currency, brokerAccount }, nowMs);
  return locked && syncBalance(deps, tx, userId, locked, money(balanceMinor, currency), nowMs);
}

function termsOf(
  { clock }: TradingDeps,
  { broker }: BrokerVenue,
  { account, asset, payoutBp }: OfferedContract,
): VenueTerms {
  return {
    symbol: asset.symbol,
    source: broker,
    entry: null,
    payoutBp,
    acceptedAtMs: clock.now(),
    stakes: stakeLimits(asset, account.currency),
    market: asset.isOpen ? 'live' : 'closed',
    condition: { state: 'closed', ageMs: null },
  };
}

type Place = { readonly account: MoneyAccount; readonly target: BrokerVenue; readonly contract: OfferedContract };

function draft(deps: TradingDeps, tx: Transaction, place: Place, { order }: RiskApproved<PricedOrder>): TradeDraft {
  const row = toRow(deps.ids.next(), place, order);
  return { row, write: () => writeOrderIntent(tx, row, order.order.automation) };
}

/** Builds the row of a new trade. Entry and expiry are the requested times until the broker reports its own. */
function toRow(
  id: string,
  { account, target, contract }: Place,
  { order: { actor, request, length, latestMs }, origin, stakeMinor, terms }: PricedOrder,
): BrokerRow {
  const { acceptedAtMs, payoutBp, source, symbol } = terms;
  return {
    id,
    user_id: actor.userId,
    account_id: account.accountId,
    mode: modeOfAccount(target),
    origin,
    broker: target.broker,
    account: target.kind,
    currency: account.currency,
    source,
    symbol,
    direction: request.option_type,
    ...lengthColumns(length),
    ticks_passed: null,
    stake_minor: stakeMinor,
    payout_bp: payoutBp,
    entry_price: null,
    entry_tick_ms: null,
    entry_time: new Date(acceptedAtMs),
    expiry_time: new Date(epochMs(acceptedAtMs + expectedSecondsOf(length) * SECOND_MS)),
    status: 'active',
    execution: 'pending',
    ...OPEN_TRADE_COLUMNS,
    broker_account: contract.account.accountId,
    broker_ref: null,
    send_by: new Date(Math.min(acceptedAtMs + SEND_WITHIN_MS, latestMs)),
    sent_at: null,
    sale_asked_at: null,
    sale_min_minor: null,
    last_seq: 1,
    traceparent: currentTraceStep()?.traceparent ?? null,
  };
}

/** Submits the order and returns it when the broker has replied or ANSWER_WITHIN_MS has passed. */
async function submitAndWait(
  { db, clock, brokers }: TradingDeps,
  sender: BrokerOrderSender,
  { id }: Option,
  actor: Actor,
): Promise<Result<Option, PlacementRefusal>> {
  await resultWithinLimit(clock, sender.submit({ tradeId: id, userId: actor.userId }, actor), ANSWER_WITHIN_MS);
  const row = await findBrokerTrade(db.sql, id);
  if (row === null) return err({ code: 'not_authenticated', values: {} });
  if (row.execution === 'rejected') return err(orderRefusal(brokerDisplayName(brokers, row.broker), row.settle_reason));
  return ok(toOption(row));
}
