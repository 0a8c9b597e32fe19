import type { MarketData } from '../market-data.ts';

/** Returns the error for an asset that a market lacks. The code depends on whether the market knows any asset yet. */
export const unknownAsset = ({ assets }: Pick<MarketData, 'assets'>, symbol: string) =>
  assets().length === 0
    ? ({ code: 'prices_away', values: {} } as const)
    : ({ code: 'asset_unknown', values: { symbol } } as const);
