import type { FeedAsset } from '@vigia/broker-kit/port';
import { priceSymbolOf } from '@vigia/core/vocabulary';
import { ApiError } from '#platform/http/api-error.ts';
import type { MarketData } from '../market-data.ts';
import { unknownAsset } from './unknown-asset.ts';

type Market = Pick<MarketData, 'source' | 'assets' | 'asset'>;

/** An asset, and the symbol by which the client requested it. */
export type RequestedAsset = { readonly symbol: string; readonly asset: FeedAsset };

export function knownAsset(market: Market, symbol: string): FeedAsset {
  const asset = market.asset(symbol);
  if (asset !== undefined) return asset;
  const { code, values } = unknownAsset(market, symbol);
  throw new ApiError(code, values);
}

/** Returns the asset with the prices of a symbol. A digital option has the prices of the symbol without `-DIG`. */
export const pricedAsset = (market: Market, symbol: string): RequestedAsset => ({
  symbol,
  asset: market.asset(priceSymbolOf(symbol)) ?? knownAsset(market, symbol),
});
