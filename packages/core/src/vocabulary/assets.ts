/** The five kinds of asset the product lists. */
export const ASSET_TYPES = ['forex', 'crypto', 'commodities', 'indices', 'stocks'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** Where a price came from. `simulated` is the built-in market, `replay` a recorded file. */
export const PRICE_SOURCES = ['simulated', 'replay', 'iqoption', 'quotex', 'olymptrade', 'deriv'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];
