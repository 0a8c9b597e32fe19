import type { Broker, BrokerAccount, BrokerAccountKind, BrokerAsset, BrokerSession } from '@vigia/broker-kit/port';
import type { CreateOption } from '@vigia/contract';
import { type Clock, durationMs, err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { MirrorOf } from '../../accounts/index.ts';
import type { Brokers } from '../../brokers/index.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { notConnected, quoteRefusal } from './broker-refusal.ts';

const BASIS_POINTS = 10_000;
const SECONDS_PER_MINUTE = 60;
const QUOTE_WITHIN_MS = durationMs(5_000);

/** Where the broker does not say its limits before it refuses, only what no amount may be. */
const UNSAID_LIMITS = { minMinor: minorUnits(1), maxMinor: minorUnits(100_000_000) };

/** An account of a person that is within reach now. */
export type Reached = {
  readonly broker: Broker;
  readonly session: BrokerSession;
  readonly account: BrokerAccount;
  /** Paper or real money, as the person chose for the connection. */
  readonly chosen: BrokerAccountKind;
};

/** A contract as the broker offers it to a person at this moment. */
export type Offer = Reached & { readonly asset: BrokerAsset; readonly payoutBp: number };

/** The stakes an asset takes. */
export const stakeLimits = ({
  minStakeMinor,
  maxStakeMinor,
}: Pick<BrokerAsset, 'minStakeMinor' | 'maxStakeMinor'>) => ({
  minStakeMinor: minStakeMinor ?? UNSAID_LIMITS.minMinor,
  maxStakeMinor: maxStakeMinor ?? UNSAID_LIMITS.maxMinor,
});

/** How a broker's users write its name. */
export const nameOf = (brokers: Pick<Brokers, 'catalog'>, id: BrokerId): string =>
  brokers.catalog().find((broker) => broker.id === id)?.traits.displayName ?? id;

/** The person's account of that kind, if his session at that broker is up. */
export function reachAccount(
  brokers: Pick<Brokers, 'connectionOf' | 'catalog'>,
  userId: string,
  venue: MirrorOf,
): Result<Reached, PlacementRefusal> {
  const connection = brokers.connectionOf(userId, venue.broker);
  const name = nameOf(brokers, venue.broker);
  if (connection === null || connection.session.state().status !== 'connected') return err(notConnected(name));
  const { broker, session, kind: chosen } = connection;
  const account = session.accounts().find(({ kind }) => kind === venue.kind);
  if (account === undefined) {
    const kind = venue.kind === 'real' ? 'una cuenta real' : 'una cuenta demo';
    return err({ code: 'broker_account_missing', values: { name, kind } });
  }
  return ok({ broker, session, account, chosen });
}

type Wanted = Pick<CreateOption, 'asset_symbol' | 'option_type' | 'duration'> & { readonly stakeMinor: MinorUnits };

/** The asset such an order is about, or why the broker has no such contract. */
function findAsset(
  { session }: Reached,
  { asset_symbol: symbol, duration }: Pick<Wanted, 'asset_symbol' | 'duration'>,
): Result<BrokerAsset, PlacementRefusal> {
  const asset = session.assets().find((one) => one.symbol === symbol);
  if (asset === undefined) return err({ code: 'asset_unknown', values: { symbol } });
  const { durationsS } = asset;
  const isOffered = durationsS.length === 0 || durationsS.includes(duration * SECONDS_PER_MINUTE);
  // A closed market has no lengths: that it is closed is the better answer.
  if (!isOffered && asset.isOpen) return err({ code: 'duration_unavailable', values: { symbol, minutes: duration } });
  return ok(asset);
}

/** The contract at the payout the broker gives it now, asked of the broker itself. */
export async function askOffer(
  clock: Clock,
  reached: Reached,
  wanted: Wanted,
): Promise<Result<Offer, PlacementRefusal>> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  const { minStakeMinor, maxStakeMinor } = stakeLimits(asset.value);
  const isStake = wanted.stakeMinor >= minStakeMinor && wanted.stakeMinor <= maxStakeMinor;
  // A closed market, and what is no stake there, have no price to ask for: the guard says what is wrong.
  if (!asset.value.isOpen || !isStake) {
    return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(asset.value.payoutRatio ?? 0) });
  }
  const quoted = await within(
    clock,
    reached.session.quote({
      accountId: reached.account.accountId,
      symbol: wanted.asset_symbol,
      direction: wanted.option_type,
      stakeMinor: wanted.stakeMinor,
      durationS: wanted.duration * SECONDS_PER_MINUTE,
    }),
  );
  // Nothing was sent: an answer of the kind that leaves the order in doubt would be wrong.
  if (quoted === null) return err({ code: 'broker_quote_late', values: { name: reached.broker.traits.displayName } });
  if (!quoted.ok) return err(quoteRefusal(reached, quoted.error));
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(quoted.value) });
}

/** The contract at the payout the broker last told: nobody is asked, for whoever holds a lock meanwhile. */
export function knownOffer(
  reached: Reached,
  wanted: Pick<Wanted, 'asset_symbol' | 'duration'>,
): Result<Offer, PlacementRefusal> {
  const asset = findAsset(reached, wanted);
  if (!asset.ok) return asset;
  const { payoutRatio } = asset.value;
  if (payoutRatio === null) {
    return err({ code: 'duration_unavailable', values: { symbol: wanted.asset_symbol, minutes: wanted.duration } });
  }
  return ok({ ...reached, asset: asset.value, payoutBp: toBasisPoints(payoutRatio) });
}

const toBasisPoints = (payoutRatio: number): number => Math.round(payoutRatio * BASIS_POINTS);

/** What a promise gives, or null if it takes too long. */
export function within<T>(clock: Clock, promise: Promise<T>, limitMs = QUOTE_WITHIN_MS): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}
