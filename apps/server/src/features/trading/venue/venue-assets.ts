import type { BrokerAsset } from '@vigia/broker-kit/port';
import type { Asset } from '@vigia/contract';
import { err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { TradingDeps } from '../deps.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { type ConnectedOrderAccount, findConnectedAccount, requestContract, stakeLimits } from './broker-offer.ts';

const SECONDS_PER_MINUTE = 60;

/** Returns the assets of the chosen account at a broker; null if the chosen account is the paper account. */
export async function venueAssets(
  { db, accounts, brokers, markets }: TradingDeps,
  userId: string,
): Promise<readonly Asset[] | null> {
  const venue = await accounts.choice(db.sql, userId);
  if (venue === null) return null;
  const reached = findConnectedAccount(brokers, userId, venue);
  // While the broker is not connected no order can be placed, so the list is empty.
  if (!reached.ok) return [];
  const priceOf = (symbol: string) => markets.at(venue.broker).latest(symbol)?.price ?? null;
  return reached.value.session
    .assets()
    .map((asset) => assetView(asset, reached.value, venue.broker, priceOf(asset.symbol)));
}

function assetView(
  asset: BrokerAsset,
  { broker, account }: Pick<ConnectedOrderAccount, 'broker' | 'account'>,
  source: PriceSource,
  currentPrice: number | null,
): Asset {
  const { minStakeMinor, maxStakeMinor } = stakeLimits(asset, account.currency);
  return {
    symbol: asset.symbol,
    name: asset.name,
    type: asset.type,
    decimals: asset.decimals,
    source,
    current_price: currentPrice,
    min_trade_amount: formatMinor(minStakeMinor, account.currency),
    max_trade_amount: formatMinor(maxStakeMinor, account.currency),
    stake_currency: account.currency,
    payout: asset.payoutRatio,
    durations: minutesOf(asset.durationsS),
    durations_seconds: asset.durationsS.filter((lengthS) => lengthS % SECONDS_PER_MINUTE !== 0),
    durations_ticks: [...(asset.durationTicks ?? [])],
    on_equal_prices: broker.traits.onEqualPrices,
    tick_size: 10 ** -asset.decimals,
    market_open: asset.isOpen,
  };
}

/** Returns the durations that are whole minutes, in minutes; null if the broker lists no durations. */
const minutesOf = (durationsS: BrokerAsset['durationsS']): number[] | null =>
  durationsS.length === 0
    ? null
    : durationsS.filter((seconds) => seconds % SECONDS_PER_MINUTE === 0).map((seconds) => seconds / SECONDS_PER_MINUTE);

/**
 * Returns the payout, in basis points, of a trade of that duration on the chosen account at a broker; null if the
 * chosen account is the paper account. Returns the refusals of `requestContract`.
 */
export async function venuePayout(
  { db, accounts, brokers, clock }: TradingDeps,
  userId: string,
  { symbol, length }: { readonly symbol: string; readonly length: TradeLength },
): Promise<Result<number, PlacementRefusal> | null> {
  const venue = await accounts.choice(db.sql, userId);
  if (venue === null) return null;
  const reached = findConnectedAccount(brokers, userId, venue);
  if (!reached.ok) return reached;
  const knownBefore = leastStake(reached.value, symbol);
  const ask = () =>
    requestContract(clock, reached.value, {
      asset_symbol: symbol,
      option_type: 'CALL',
      length,
      stakeMinor: leastStake(reached.value, symbol),
    });
  const first = await ask();
  // Some brokers publish the stake limits of an asset only after a first request for its price, so a changed limit
  // leads to a second request.
  const offer = first.ok || leastStake(reached.value, symbol) === knownBefore ? first : await ask();
  if (!offer.ok) return offer;
  const { payoutBp } = offer.value;
  // `payoutBp` is null only while the market is closed.
  return payoutBp === null ? err({ code: 'market_closed', values: { symbol } }) : ok(payoutBp);
}

const leastStake = ({ session, account }: ConnectedOrderAccount, symbol: string): MinorUnits =>
  stakeLimits(session.assets().find((one) => one.symbol === symbol) ?? { stakeLimits: [] }, account.currency)
    .minStakeMinor;
