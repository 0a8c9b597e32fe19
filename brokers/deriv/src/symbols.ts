import type { AssetType } from '@vigia/core/vocabulary';

/** Vigía's symbols of assets whose name at Deriv is not a prefix and a currency pair. */
const OUR_NAME: Readonly<Record<string, string>> = {
  OTC_SPC: 'US500',
  OTC_NDX: 'NAS100',
  OTC_GDAXI: 'GER40',
  OTC_N225: 'JP225',
};

const PREFIXED_PAIR = /^(?:frx|cry)([A-Z]{6,})$/;
/** Form of Vigía's symbols. */
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;

/**
 * Converts a symbol of Deriv to Vigía's symbol (`frxEURUSD` → `EURUSD`, `R_100` unchanged); returns null if there is
 * none.
 */
export function ourSymbol(theirs: string): string | null {
  const ours = OUR_NAME[theirs] ?? PREFIXED_PAIR.exec(theirs)?.[1] ?? theirs.toUpperCase();
  return SYMBOL.test(ours) ? ours : null;
}

const TYPE_OF_MARKET: Readonly<Record<string, AssetType>> = {
  forex: 'forex',
  cryptocurrency: 'crypto',
  commodities: 'commodities',
  stocks: 'stocks',
};

/**
 * Returns Vigía's asset type for a market of Deriv. Synthetic indices, baskets and stock indices are all of the type
 * `indices`.
 */
export const assetType = (market: string): AssetType => TYPE_OF_MARKET[market] ?? 'indices';

/** Returns the number of decimals of a smallest price step: 0.01 → 2. */
export const decimalsOf = (pip: number): number => Math.max(0, Math.round(-Math.log10(pip)));
