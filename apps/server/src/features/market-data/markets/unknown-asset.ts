import type { MarketData } from '../market-data.ts';

/**
 * Returns the error for an asset that a market does not list: `prices_away` while the market lists no assets at all,
 * else `asset_unknown`.
 */
export const unknownAsset = ({ assets }: Pick<MarketData, 'assets'>, symbol: string) =>
  assets().length === 0
    ? ({ code: 'prices_away', values: {} } as const)
    : ({ code: 'asset_unknown', values: { symbol } } as const);
