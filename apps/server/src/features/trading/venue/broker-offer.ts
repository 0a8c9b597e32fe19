import { stakeLimitsIn } from '@vigia/broker-kit/money';
import type { Broker, BrokerAccount, BrokerAsset, BrokerSession, ContractLength } from '@vigia/broker-kit/port';
import type { CreateOption } from '@vigia/contract';
import {
  type Clock,
  durationMs,
  err,
  invariant,
  type MinorUnits,
  minorUnits,
  ok,
  type Result,
} from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { secondsOf, type TradeLength } from '@vigia/core/trades';
import type { BrokerVenue } from '../../accounts/index.ts';
import type { Brokers } from '../../brokers/index.ts';
import { durationUnavailable } from '../../market-data/index.ts';
import { brokerDisplayName } from '../broker-name.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { notConnected, quoteRefusal } from './broker-refusal.ts';

const BASIS_POINTS = 10_000;
const QUOTE_WITHIN_MS = durationMs(5_000);

/**
 * Stake limits, in minor units of any currency, for a broker that reports none. They only exclude unrealistic amounts:
 * the upper limit is a hundred million rupiahs, which are about six thousand dollars.
 */
const DEFAULT_STAKE_LIMITS = { minMinor: minorUnits(1), maxMinor: minorUnits(10_000_000_000) };

/** A user's account at a broker whose session is open. */
export type ConnectedOrderAccount = {
  readonly broker: Broker;
  readonly session: BrokerSession;
  readonly account: BrokerAccount;
};

/**
 * An option contract as the broker offers it to this user now. `payoutBp` is in basis points; null if the broker
 * reports the payout only when it accepts an order.
 */
export type OfferedContract = ConnectedOrderAccount & { readonly asset: BrokerAsset; readonly payoutBp: number | null };

/** Returns the stakes that an asset accepts from accounts in this currency. */
export function stakeLimits(asset: Pick<BrokerAsset, 'stakeLimits'>, currency: Currency) {
  const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, currency);
  return {
    minStakeMinor: minStakeMinor ?? DEFAULT_STAKE_LIMITS.minMinor,
    maxStakeMinor: maxStakeMinor ?? DEFAULT_STAKE_LIMITS.maxMinor,
  };
}

/** Returns the user's chosen account of that kind at the broker, or the refusal if the session is not connected. */
export function findConnectedAccount(
  brokers: Pick<Brokers, 'connectionOf' | 'catalog'>,
  userId: string,
  venue: BrokerVenue,
): Result<ConnectedOrderAccount, PlacementRefusal> {
  const connection = brokers.connectionOf(userId, venue.broker);
  const name = brokerDisplayName(brokers, venue.broker);
  if (connection === null || connection.session.state().status !== 'connected') return err(notConnected(name));
  const { broker, session } = connection;
  const account = connection.accountOf(venue.kind);
  if (account !== undefined) return ok({ broker, session, account });
  const isGone = session.accounts().some(({ kind }) => kind === venue.kind);
  const kind = venue.kind === 'real' ? 'una cuenta real' : 'una cuenta demo';
  return err({ code: isGone ? 'broker_account_gone' : 'broker_account_missing', values: { name, kind } });
}

/**
 * Returns the account for a new order. Refuses an account whose broker has sent a message about orders that the adapter
 * does not understand (decision 0046).
 */
export function findAccountForOrder(
  brokers: Pick<Brokers, 'connectionOf' | 'catalog'>,
  userId: string,
  venue: BrokerVenue,
): Result<ConnectedOrderAccount, PlacementRefusal> {
  const reached = findConnectedAccount(brokers, userId, venue);
  const isClosed = brokers.connectionOf(userId, venue.broker)?.isClosedForOrders ?? false;
  return reached.ok && isClosed
    ? err({ code: 'broker_changed', values: { name: brokerDisplayName(brokers, venue.broker) } })
    : reached;
}

type Wanted = Pick<CreateOption, 'asset_symbol' | 'option_type'> & {
  readonly length: TradeLength;
  readonly stakeMinor: MinorUnits;
};

/** Returns the asset of the order, or the refusal if the broker does not offer this asset or duration. */
function findAsset(
  { session }: ConnectedOrderAccount,
  { asset_symbol: symbol, length }: Pick<Wanted, 'asset_symbol' | 'length'>,
): Result<BrokerAsset, PlacementRefusal> {
  const asset = session.assets().find((one) => one.symbol === symbol);
  if (asset === undefined) return err({ code: 'asset_unknown', values: { symbol } });
  // A closed market may list no durations. The refusal must then state that the market is closed.
  if (!isOffered(asset, contractLength(length)) && asset.isOpen) return err(durationUnavailable(symbol, length));
  return ok(asset);
}

/** Converts a duration to the units of brokers: seconds or ticks. */
export function contractLength(length: TradeLength): ContractLength {
  const durationS = secondsOf(length);
  if (durationS !== null) return { durationS };
  invariant(length.unit === 'ticks', 'a length without seconds is one in ticks');
  return { durationTicks: length.ticks };
}

/**
 * Returns true if the asset lists the duration, or if the broker has listed no durations yet; the broker then decides.
 */
function isOffered({ durationsS, durationTicks = [] }: BrokerAsset, length: ContractLength): boolean {
  if (durationsS.length === 0) return true;
  return length.durationS === undefined
    ? durationTicks.includes(length.durationTicks)
    : durationsS.includes(length.durationS);
}

/** Returns the option contract with the payout that the broker quotes now. It sends a request to the broker. */
export async function requestContract(
  clock: Clock,
  reached: ConnectedOrderAccount,
  wanted: Wanted,
): Promise<Result<OfferedContract, PlacementRefusal>> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  const { minStakeMinor, maxStakeMinor } = stakeLimits(asset.value, reached.account.currency);
  const isStake = wanted.stakeMinor >= minStakeMinor && wanted.stakeMinor <= maxStakeMinor;
  // The broker quotes no payout for a closed market or an invalid stake. The risk guard refuses those orders later.
  if (!asset.value.isOpen || !isStake) {
    return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(asset.value.payoutRatio) });
  }
  const quoted = await resultWithinLimit(
    clock,
    reached.session.quote({
      accountId: reached.account.accountId,
      symbol: wanted.asset_symbol,
      direction: wanted.option_type,
      stakeMinor: wanted.stakeMinor,
      ...contractLength(wanted.length),
    }),
  );
  // No order was sent, so the refusal must not say that the execution status is unknown.
  if (quoted === null) return err({ code: 'broker_quote_late', values: { name: reached.broker.traits.displayName } });
  if (!quoted.ok) return err(quoteRefusal(reached, quoted.error));
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(quoted.value) });
}

/**
 * Returns the option contract with the payout that the broker last sent. Sends no request, so callers may hold a lock.
 * If the broker prices each contract separately, the payout is null until the broker accepts the order.
 */
export function contractFromLastOffer(
  reached: ConnectedOrderAccount,
  wanted: Pick<Wanted, 'asset_symbol' | 'length'>,
): Result<OfferedContract, PlacementRefusal> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(asset.value.payoutRatio) });
}

const toBasisPoints = (payoutRatio: number | null): number | null =>
  payoutRatio === null ? null : Math.round(payoutRatio * BASIS_POINTS);

/**
 * Returns the result of a promise; null if the promise takes longer than the limit. Rejects if the promise rejects in
 * time.
 * @param limitMs limit in milliseconds, 5 s by default
 */
export function resultWithinLimit<T>(clock: Clock, promise: Promise<T>, limitMs = QUOTE_WITHIN_MS): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}
