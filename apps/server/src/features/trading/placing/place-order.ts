import type { Option } from '@vigia/contract';
import { err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { lengthIn } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { runTraced } from '#platform/tracing/trace-step.ts';
import type { TradingDeps } from '../deps.ts';
import { findStoredResponse, type IdempotencyRecordKey, lockKey, requestHash } from '../idempotency.ts';
import { parseStake } from '../parse-stake.ts';
import { KEY_REUSED_REFUSAL, type PlacementRefusal } from '../placement-refusal.ts';
import { LIMIT_REACHED } from '../topics.ts';
import {
  type OrderDestination,
  type OrderRequest,
  type VenueOffer,
  type Venues,
  venueOf,
  venueOfTrade,
} from '../venue-port.ts';
import { approveOrder } from './approve-order.ts';
import {
  isPastValidUntil,
  latestOpeningMs,
  ORDER_EXPIRED,
  type RequestedOrder,
  resolveDestination,
} from './resolve-destination.ts';
import { publishWrittenOrder, type WrittenOrder, writeOrder } from './write-order.ts';

export type PlacingDeps = TradingDeps & { readonly venues: Venues };

/**
 * Places an order of a user or their bot, on the account that the request names or else on the account of the user's
 * mode. The stake hold, the trade, its events and the stored response are committed together, under the lock of that
 * account. After the commit the trade is published, and the order is sent if the account is at a broker.
 * @param key idempotency key: equal requests with the same key return the same trade
 */
export async function placeOrder(
  deps: PlacingDeps,
  placing: RequestedOrder,
  key: string | null,
): Promise<Result<Option, PlacementRefusal>> {
  const { actor, request } = placing;
  const answerKey = key === null ? null : { userId: actor.userId, key, hash: keyHash(placing) };
  const resolved = await resolveDestination(deps, placing, answerKey);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === 'stored') return submitAndWait(deps, resolved.value.option, placing);
  const { destination } = resolved.value;
  const venue = venueOf(deps.venues, destination.account);
  const currency = venue.currencyOf(actor.userId, destination.account);
  if (!currency.ok) return currency;
  const stake = parseStake(request.amount, currency.value);
  if (!stake.ok) return stake;
  const order = toOrder(placing, destination, stake.value);
  const offer = await venue.ask(order);
  if (!offer.ok) return offer;
  const placed = await runTraced('order.place', { 'vigia.symbol': request.asset_symbol }, () =>
    deps.db.transaction(async (tx) => {
      await venue.fence(tx, actor.userId);
      return placeOnce(deps, tx, order, offer.value, answerKey);
    }),
  );
  if (!placed.ok) {
    publishLimit(deps, placing, placed.error);
    return placed;
  }
  if ('account' in placed.value) publishWrittenOrder(deps, actor.userId, placed.value);
  return submitAndWait(deps, placed.value.option, placing);
}

/** Publishes a refusal by a limit that resets at a known time. */
function publishLimit({ bus }: PlacingDeps, { actor, request }: RequestedOrder, refusal: PlacementRefusal): void {
  const resetsAt = refusal.details?.find(({ path }) => path === 'resets_at')?.message;
  if (resetsAt === undefined) return;
  const { code, values } = refusal;
  bus.publish(LIMIT_REACHED, { userId: actor.userId, symbol: request.asset_symbol, code, values, resetsAt });
}

const submitAndWait = ({ venues }: PlacingDeps, option: Option, { actor }: RequestedOrder) =>
  venueOfTrade(venues, option).submitAndWait(option, actor);

/**
 * Returns the hash that is stored with the idempotency key. It includes the account that a request names, because an
 * equal order on another account is a different order.
 */
const keyHash = ({ request, named }: RequestedOrder): Buffer =>
  named === null ? requestHash(request) : requestHash({ ...request, ...named });

const toOrder = (
  { actor, request }: RequestedOrder,
  destination: OrderDestination,
  stakeMinor: MinorUnits,
): OrderRequest => ({
  actor,
  destination,
  request,
  length: lengthIn(request),
  stakeMinor,
  source: null,
  origin: actor.scopes === null ? 'manual' : 'api',
  automation: null,
  latestMs: latestOpeningMs(request),
});

/**
 * Writes the order unless a response is stored for its key. Of many equal concurrent requests, the first to lock the
 * key writes the order and the others find its response. This function and its callees pipeline independent SQL
 * statements. The locks come first, so every later statement sees what was committed before the locks were granted.
 */
async function placeOnce(
  deps: TradingDeps,
  tx: Transaction,
  order: OrderRequest,
  offer: VenueOffer,
  key: IdempotencyRecordKey | null,
): Promise<Result<WrittenOrder | { readonly option: Option }, PlacementRefusal>> {
  const [, account] = await Promise.all([key && lockKey(tx, key), offer.lockAccount(tx)]);
  if (account === null) return err({ code: 'not_authenticated', values: {} });
  const [known, approved] = await Promise.all([
    key && findStoredResponse(tx, key),
    approveOrder(deps, tx, order, offer, account),
  ]);
  if (known?.kind === 'conflict') return err(KEY_REUSED_REFUSAL);
  if (known?.kind === 'replay') return ok({ option: known.option });
  if (isPastValidUntil(order.request, deps.clock.now())) return err(ORDER_EXPIRED);
  if (!approved.ok) return approved;
  return ok(await writeOrder(deps, tx, offer, account, approved.value, key));
}
