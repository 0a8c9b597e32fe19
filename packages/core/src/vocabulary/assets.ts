/** The five kinds of asset the product lists. */
export const ASSET_TYPES = ['forex', 'crypto', 'commodities', 'indices', 'stocks'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** Where a price came from: `simulated`, the built-in market, `replay`, a recorded file, or a broker's word. */
export type PriceSource = string;
