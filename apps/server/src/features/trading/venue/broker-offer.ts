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
import { nameOf } from '../broker-name.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { notConnected, quoteRefusal } from './broker-refusal.ts';

const BASIS_POINTS = 10_000;
const QUOTE_WITHIN_MS = durationMs(5_000);

/**
 * Limits for a broker that does not report its own, in minor units of any currency. They only exclude amounts that are
 * no realistic stake: a hundred million rupiahs are six thousand dollars.
 */
const UNSAID_LIMITS = { minMinor: minorUnits(1), maxMinor: minorUnits(10_000_000_000) };

/** A user's account at a broker whose session is open. */
export type OrderAccount = {
  readonly broker: Broker;
  readonly session: BrokerSession;
  readonly account: BrokerAccount;
};

/**
 * A contract as the broker offers it to this user now. The payout is null if the broker gives it only when it accepts
 * an order.
 */
export type Contract = OrderAccount & { readonly asset: BrokerAsset; readonly payoutBp: number | null };

/** Returns the stakes that an asset accepts from accounts in this currency. */
export function stakeLimits(asset: Pick<BrokerAsset, 'stakeLimits'>, currency: Currency) {
  const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, currency);
  return {
    minStakeMinor: minStakeMinor ?? UNSAID_LIMITS.minMinor,
    maxStakeMinor: maxStakeMinor ?? UNSAID_LIMITS.maxMinor,
  };
}

/** Returns the user's account of that kind if the user's session at that broker is connected, else the refusal. */
export function reachAccount(
  brokers: Pick<Brokers, 'connectionOf' | 'catalog'>,
  userId: string,
  venue: BrokerVenue,
): Result<OrderAccount, PlacementRefusal> {
  const connection = brokers.connectionOf(userId, venue.broker);
  const name = nameOf(brokers, venue.broker);
  if (connection === null || connection.session.state().status !== 'connected') return err(notConnected(name));
  const { broker, session } = connection;
  const account = session.accounts().find(({ kind }) => kind === venue.kind);
  if (account === undefined) {
    const kind = venue.kind === 'real' ? 'una cuenta real' : 'una cuenta demo';
    return err({ code: 'broker_account_missing', values: { name, kind } });
  }
  return ok({ broker, session, account });
}

type Wanted = Pick<CreateOption, 'asset_symbol' | 'option_type'> & {
  readonly length: TradeLength;
  readonly stakeMinor: MinorUnits;
};

/** Returns the asset of the order, or the refusal if the broker has no such contract. */
function findAsset(
  { session }: OrderAccount,
  { asset_symbol: symbol, length }: Pick<Wanted, 'asset_symbol' | 'length'>,
): Result<BrokerAsset, PlacementRefusal> {
  const asset = session.assets().find((one) => one.symbol === symbol);
  if (asset === undefined) return err({ code: 'asset_unknown', values: { symbol } });
  // A closed market may list no durations: the user should then read that the market is closed.
  if (!isOffered(asset, contractLength(length)) && asset.isOpen) return err(durationUnavailable(symbol, length));
  return ok(asset);
}

/** Returns the length as brokers count it, in seconds or ticks. */
export function contractLength(length: TradeLength): ContractLength {
  const durationS = secondsOf(length);
  if (durationS !== null) return { durationS };
  invariant(length.unit === 'ticks', 'a length without seconds is one in ticks');
  return { durationTicks: length.ticks };
}

/** Returns whether the asset lists the length. A broker that has listed no lengths yet decides by itself. */
function isOffered({ durationsS, durationTicks = [] }: BrokerAsset, length: ContractLength): boolean {
  if (durationsS.length === 0) return true;
  return length.durationS === undefined
    ? durationTicks.includes(length.durationTicks)
    : durationsS.includes(length.durationS);
}

/** Returns the contract with the payout that the broker quotes now. It sends a request to the broker. */
export async function askContract(
  clock: Clock,
  reached: OrderAccount,
  wanted: Wanted,
): Promise<Result<Contract, PlacementRefusal>> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  const { minStakeMinor, maxStakeMinor } = stakeLimits(asset.value, reached.account.currency);
  const isStake = wanted.stakeMinor >= minStakeMinor && wanted.stakeMinor <= maxStakeMinor;
  // The broker quotes nothing for a closed market or an invalid stake; the risk guard reports that fault.
  if (!asset.value.isOpen || !isStake) {
    return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(asset.value.payoutRatio) });
  }
  const quoted = await within(
    clock,
    reached.session.quote({
      accountId: reached.account.accountId,
      symbol: wanted.asset_symbol,
      direction: wanted.option_type,
      stakeMinor: wanted.stakeMinor,
      ...contractLength(wanted.length),
    }),
  );
  // No order was sent, so the refusal must state that the outcome is certain.
  if (quoted === null) return err({ code: 'broker_quote_late', values: { name: reached.broker.traits.displayName } });
  if (!quoted.ok) return err(quoteRefusal(reached, quoted.error));
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(quoted.value) });
}

/**
 * Returns the contract with the payout that the broker last sent. It sends no request, so callers may hold a lock. A
 * broker that prices each contract separately has sent none; the payout is then null until the broker accepts the
 * order.
 */
export function knownContract(
  reached: OrderAccount,
  wanted: Pick<Wanted, 'asset_symbol' | 'length'>,
): Result<Contract, PlacementRefusal> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(asset.value.payoutRatio) });
}

const toBasisPoints = (payoutRatio: number | null): number | null =>
  payoutRatio === null ? null : Math.round(payoutRatio * BASIS_POINTS);

/** Returns the result of a promise; null if the promise takes longer than the limit. */
export function within<T>(clock: Clock, promise: Promise<T>, limitMs = QUOTE_WITHIN_MS): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}
