/** The five kinds of asset that the product lists. */
export const ASSET_TYPES = ['forex', 'crypto', 'commodities', 'indices', 'stocks'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/**
 * Suffix of the symbols of digital options. Their prices and candles are those of the asset without the suffix
 * (docs/decisions/0052-iq-digital-options.md).
 */
export const DIGITAL_SUFFIX = '-DIG';

/** Returns the symbol whose prices an asset uses. */
export const priceSymbolOf = (symbol: string): string => symbol.replace(/-DIG$/, '');

/** Source of a price: `simulated` (the built-in market), `replay` (a recorded file), or a broker's id. */
export type PriceSource = string;
