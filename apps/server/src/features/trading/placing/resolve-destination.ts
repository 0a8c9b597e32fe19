import type { CreateOption, Option } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { LIMITS } from '@vigia/core/vocabulary';
import { type Actor, type BrokerVenue, brokerVenueOfMode } from '../../accounts/index.ts';
import type { TradingDeps } from '../deps.ts';
import { findStoredResponse, type IdempotencyRecordKey } from '../idempotency.ts';
import { KEY_REUSED_REFUSAL, type PlacementRefusal } from '../placement-refusal.ts';
import type { OrderDestination } from '../venue-port.ts';
import { modeChangedRefusal } from './approve-order.ts';

/** The order that a user or their bot requests. */
export type RequestedOrder = {
  readonly actor: Actor;
  readonly request: CreateOption;
  /** The account that the request names; null for the account of the user's mode. */
  readonly named: BrokerVenue | null;
};

/** The account of a new order, or the trade of the response stored for the order's key. */
export type ResolvedDestination =
  | { readonly kind: 'new'; readonly destination: OrderDestination }
  | { readonly kind: 'stored'; readonly option: Option };

/**
 * Returns the response stored for the key of an order; if there is none, the account of the order. The stored response
 * is looked up before any request to a broker, so it is returned even without a connection.
 */
export async function resolveDestination(
  { db, accounts, clock }: TradingDeps,
  { actor, request, named }: RequestedOrder,
  key: IdempotencyRecordKey | null,
): Promise<Result<ResolvedDestination, PlacementRefusal>> {
  const [known, mode] = await Promise.all([
    key && findStoredResponse(db.sql, key),
    named === null ? accounts.admitOrder(db.sql, actor, clock.now()) : null,
  ]);
  if (known?.kind === 'conflict') return err(KEY_REUSED_REFUSAL);
  if (known) return ok({ kind: 'stored', option: known.option });
  if (isPastValidUntil(request, clock.now())) return err(ORDER_EXPIRED);
  if (isValidTooLong(request, clock.now())) return err(VALID_TOO_LONG);
  if (mode === null) return ok({ kind: 'new', destination: { mode, account: named } });
  if (!mode.ok) return mode;
  const shown = request.mode;
  if (shown !== undefined && shown !== mode.value) return err(modeChangedRefusal(mode.value, shown));
  return ok({ kind: 'new', destination: { mode: mode.value, account: brokerVenueOfMode(mode.value) } });
}

/** Returns the latest time at which the order may open a trade; Infinity if the request does not limit it. */
export const latestOpeningMs = ({ valid_until: until }: CreateOption): number =>
  until === undefined ? Infinity : Date.parse(until);

/**
 * Returns true if the order is past its `valid_until`. A late retry must not open a trade at a price that the user has
 * not seen.
 */
export const isPastValidUntil = (request: CreateOption, nowMs: number): boolean => nowMs > latestOpeningMs(request);

export const ORDER_EXPIRED: PlacementRefusal = { code: 'order_expired', values: {} };

/**
 * Returns true if the order stays valid for longer than its idempotency key is kept. A retry after the deletion of the
 * key would open a second trade.
 */
const isValidTooLong = ({ valid_until: until }: CreateOption, nowMs: number): boolean =>
  until !== undefined && Date.parse(until) > nowMs + LIMITS.idempotencyKeptMs;

const VALID_TOO_LONG: PlacementRefusal = { code: 'order_valid_too_long', values: {} };
