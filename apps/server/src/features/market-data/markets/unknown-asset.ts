import type { MarketData } from '../market-data.ts';

/** Returns why a market lacks the asset: it is not one of its own, or none of them is known yet. */
export const unknownAsset = ({ assets }: Pick<MarketData, 'assets'>, symbol: string) =>
  assets().length === 0
    ? ({ code: 'prices_away', values: {} } as const)
    : ({ code: 'asset_unknown', values: { symbol } } as const);
