import type { CreateOption, Option } from '@vigia/contract';
import { durationMs, epochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import type { TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type Actor, type BrokerVenue, toAccountView } from '../../accounts/index.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import { type AnswerKey, findAnswer, requestHash, storeAnswer } from '../idempotency.ts';
import { parseStake } from '../parse-stake.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { toOption } from '../trade-row.ts';
import { askOffer, nameOf, type Offer, reachAccount, within } from './broker-offer.ts';
import type { BrokerOrderSender } from './broker-order-sender.ts';
import { accountChanged, orderRefusal } from './broker-refusal.ts';
import { findBrokerTrade } from './broker-trades.repository.ts';
import { type BrokerOrderRequest, type WrittenOrder, writeBrokerOrder } from './write-broker-order.ts';

/** An order of a user or their bot that could not be sent within this time is never sent. */
const SEND_WITHIN_MS = 5_000;
/** Longest time that a response waits for the broker; after that it reports the pending order. */
const ANSWER_WITHIN_MS = durationMs(10_000);

export type BrokerPlacing = {
  readonly actor: Actor;
  readonly venue: BrokerVenue;
  /** null: the user named the broker. */
  readonly mode: TradingMode | null;
  readonly request: CreateOption;
  readonly key: string | null;
};

type Written = WrittenOrder | { readonly knownId: string };

/**
 * Places an order at a broker: commits intent, hold, stored key and event, then sends the order once. Returns its
 * outcome, or the pending order if the broker has not replied in time.
 */
export async function placeAtBroker(
  deps: VenueDeps,
  sender: BrokerOrderSender,
  placing: BrokerPlacing,
): Promise<Result<Option, PlacementRefusal>> {
  const { actor, venue, request, key } = placing;
  const stake = parseStake(request.amount);
  if (!stake.ok) return stake;
  const idempotency = key === null ? null : { userId: actor.userId, key, hash: keyHash(placing) };
  // This check comes before any request to the broker: a stored response is returned even without a connection.
  const known = idempotency && (await findKnown(deps.db.sql, idempotency));
  if (known !== null) return known.ok ? answerOf(deps, sender, { tradeId: known.value.knownId, actor }) : known;
  const reached = reachAccount(deps.brokers, actor.userId, venue);
  if (!reached.ok) return reached;
  if (placing.mode === null && reached.value.chosen !== venue.kind) {
    return err(accountChanged(reached.value.broker.traits.displayName, venue.kind));
  }
  const offer = await askOffer(deps.clock, reached.value, { ...request, stakeMinor: stake.value });
  if (!offer.ok) return offer;
  const written = await deps.gatewayLease.transaction((tx) =>
    writeOnce(deps, tx, placing, stake.value, offer.value, idempotency),
  );
  if (!written.ok) return written;
  if ('knownId' in written.value) return answerOf(deps, sender, { tradeId: written.value.knownId, actor });
  publishWritten(deps, written.value);
  return answerOf(deps, sender, { tradeId: written.value.row.id, actor });
}

/** The hash includes the account, because the same order on another account is a different order. */
const keyHash = ({ request, venue, mode }: BrokerPlacing): Buffer =>
  mode === null ? requestHash({ ...request, ...venue }) : requestHash(request);

async function findKnown(
  sql: TradingDeps['db']['sql'] | Transaction,
  key: AnswerKey,
): Promise<Result<{ readonly knownId: string }, PlacementRefusal> | null> {
  const found = await findAnswer(sql, key);
  if (found === null) return null;
  return found.kind === 'conflict'
    ? err({ code: 'idempotency_key_reused', values: {} })
    : ok({ knownId: found.option.id });
}

/** Of many equal concurrent requests, the first to lock the user writes the order and the others find it. */
async function writeOnce(
  deps: TradingDeps,
  tx: Transaction,
  placing: BrokerPlacing,
  stakeMinor: MinorUnits,
  offer: Offer,
  idempotency: AnswerKey | null,
): Promise<Result<Written, PlacementRefusal>> {
  const { actor, venue, mode, request } = placing;
  if (idempotency !== null) {
    if ((await deps.accounts.lockMockAccount(tx, actor.userId)) === null) {
      return err({ code: 'not_authenticated', values: {} });
    }
    const known = await findKnown(tx, idempotency);
    if (known !== null) return known;
  }
  const nowMs = deps.clock.now();
  const validUntilMs = request.valid_until === undefined ? Infinity : Date.parse(request.valid_until);
  if (nowMs > validUntilMs) return err({ code: 'order_expired', values: {} });
  const order: BrokerOrderRequest = {
    actor,
    venue,
    mode,
    request,
    stakeMinor,
    automation: null,
    origin: actor.scopes === null ? 'manual' : 'api',
    sendByMs: epochMs(Math.min(nowMs + SEND_WITHIN_MS, validUntilMs)),
  };
  const written = await writeBrokerOrder(deps, tx, order, offer);
  if (written.ok && idempotency !== null) await storeAnswer(tx, idempotency, toOption(written.value.row), nowMs);
  return written;
}

/** Publishes an order that is written but not yet sent. */
function publishWritten({ bus }: Pick<TradingDeps, 'bus'>, { row, account }: WrittenOrder): void {
  const userId = row.user_id;
  bus.publish(TRADE_CHANGED, { userId, trade: toOption(row) });
  bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
}

/** Returns the order as soon as the broker has replied or the wait is over. */
async function answerOf(
  { db, clock, brokers }: TradingDeps,
  sender: BrokerOrderSender,
  { tradeId, actor }: { readonly tradeId: string; readonly actor: Actor },
): Promise<Result<Option, PlacementRefusal>> {
  await within(clock, sender.submit(tradeId, actor), ANSWER_WITHIN_MS);
  const row = await findBrokerTrade(db.sql, tradeId);
  if (row === null) return err({ code: 'not_authenticated', values: {} });
  if (row.execution === 'rejected') return err(orderRefusal(nameOf(brokers, row.broker), row.settle_reason));
  return ok(toOption(row));
}
