/** The five kinds of asset that the product lists. */
export const ASSET_TYPES = ['forex', 'crypto', 'commodities', 'indices', 'stocks'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** Source of a price: `simulated` (the built-in market), `replay` (a recorded file), or a broker's id. */
export type PriceSource = string;
