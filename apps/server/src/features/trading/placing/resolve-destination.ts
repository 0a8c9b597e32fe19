import type { CreateOption, Option } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Actor, type BrokerVenue, brokerVenueOfMode } from '../../accounts/index.ts';
import type { TradingDeps } from '../deps.ts';
import { type AnswerKey, findAnswer } from '../idempotency.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import type { Destination } from '../venue-port.ts';
import { modeChanged } from './approve-order.ts';

/** The order that a user or their bot requests. */
export type Placing = {
  readonly actor: Actor;
  readonly request: CreateOption;
  /** The account that the request names; null for the account of the user's mode. */
  readonly named: BrokerVenue | null;
};

/** The account of a new order, or the trade that is stored for the key of the order. */
export type Resolved =
  | { readonly kind: 'new'; readonly destination: Destination }
  | { readonly kind: 'stored'; readonly option: Option };

/**
 * Finds the response stored for the key of an order, else the account of the order. The search comes before any request
 * to a broker, so that a stored response is returned even without a connection.
 */
export async function resolveDestination(
  { db, accounts, clock }: TradingDeps,
  { actor, request, named }: Placing,
  key: AnswerKey | null,
): Promise<Result<Resolved, PlacementRefusal>> {
  const [known, mode] = await Promise.all([
    key && findAnswer(db.sql, key),
    named === null ? accounts.admitOrder(db.sql, actor, clock.now()) : null,
  ]);
  if (known?.kind === 'conflict') return err(KEY_REUSED);
  if (known) return ok({ kind: 'stored', option: known.option });
  if (isTooLate(request, clock.now())) return err(ORDER_EXPIRED);
  if (mode === null) return ok({ kind: 'new', destination: { mode, account: named } });
  if (!mode.ok) return mode;
  const shown = request.mode;
  if (shown !== undefined && shown !== mode.value) return err(modeChanged(mode.value, shown));
  return ok({ kind: 'new', destination: { mode: mode.value, account: brokerVenueOfMode(mode.value) } });
}

/** Returns the time after which the order opens nothing; Infinity if the request names none. */
export const latestOf = ({ valid_until: until }: CreateOption): number =>
  until === undefined ? Infinity : Date.parse(until);

/**
 * Returns true if the order is past its `valid_until`. A late retry must not open a trade at a price that the trader
 * has not seen.
 */
export const isTooLate = (request: CreateOption, nowMs: number): boolean => nowMs > latestOf(request);

export const KEY_REUSED: PlacementRefusal = { code: 'idempotency_key_reused', values: {} };
export const ORDER_EXPIRED: PlacementRefusal = { code: 'order_expired', values: {} };
