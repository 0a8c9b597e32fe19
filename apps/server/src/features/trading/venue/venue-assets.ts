import type { BrokerAsset } from '@vigia/broker-kit/port';
import type { Asset } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { TradingDeps } from '../deps.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { askContract, reachAccount, stakeLimits } from './broker-offer.ts';

/** Returns the assets of the account that the user chose at a broker; null on the paper account. */
export async function venueAssets(
  { db, accounts, brokers, markets }: TradingDeps,
  userId: string,
): Promise<readonly Asset[] | null> {
  const venue = await accounts.choice(db.sql, userId);
  if (venue === null) return null;
  const reached = reachAccount(brokers, userId, venue);
  // No order can be placed over a broken connection: the list is empty.
  if (!reached.ok) return [];
  const priceOf = (symbol: string) => markets.at(venue.broker).latest(symbol)?.price ?? null;
  return reached.value.session
    .assets()
    .flatMap((asset) => assetView(asset, reached.value.account.currency, venue.broker, priceOf(asset.symbol)));
}

/** Converts an asset; empty if its payout can only be requested, because a list must not promise an unknown payout. */
function assetView(
  asset: BrokerAsset,
  currency: Currency,
  source: PriceSource,
  currentPrice: number | null,
): readonly Asset[] {
  if (asset.payoutRatio === null) return [];
  const { minStakeMinor, maxStakeMinor } = stakeLimits(asset, currency);
  return [
    {
      symbol: asset.symbol,
      name: asset.name,
      type: asset.type,
      decimals: asset.decimals,
      source,
      current_price: currentPrice,
      min_trade_amount: formatMinor(minStakeMinor, currency),
      max_trade_amount: formatMinor(maxStakeMinor, currency),
      payout: asset.payoutRatio,
      tick_size: 10 ** -asset.decimals,
      market_open: asset.isOpen,
    },
  ];
}

/** Returns the payout of a contract of that duration on the account that the user chose; null on the paper account. */
export async function venuePayout(
  { db, accounts, brokers, clock }: TradingDeps,
  userId: string,
  { symbol, minutes }: { readonly symbol: string; readonly minutes: number },
): Promise<Result<number, PlacementRefusal> | null> {
  const venue = await accounts.choice(db.sql, userId);
  if (venue === null) return null;
  const reached = reachAccount(brokers, userId, venue);
  if (!reached.ok) return reached;
  const asset = reached.value.session.assets().find((one) => one.symbol === symbol);
  const stakeMinor = stakeLimits(asset ?? { stakeLimits: [] }, reached.value.account.currency).minStakeMinor;
  const offer = await askContract(clock, reached.value, {
    asset_symbol: symbol,
    option_type: 'CALL',
    duration: minutes,
    stakeMinor,
  });
  return offer.ok ? { ok: true, value: offer.value.payoutBp } : offer;
}
