import type { AssetType } from '@vigia/core/vocabulary';

/** Assets whose Deriv name is not a prefix and a currency pair. */
const OUR_NAME: Readonly<Record<string, string>> = {
  OTC_SPC: 'US500',
  OTC_NDX: 'NAS100',
  OTC_GDAXI: 'GER40',
  OTC_N225: 'JP225',
};

const PREFIXED_PAIR = /^(?:frx|cry)([A-Z]{6,})$/;
/** The form of our symbols. */
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;

/** Our symbol for one of Deriv's (`frxEURUSD` → `EURUSD`, `R_100` unchanged); null if it has none. */
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

/** Deriv's synthetic indices, baskets and stock indices are all indices to us. */
export const assetType = (market: string): AssetType => TYPE_OF_MARKET[market] ?? 'indices';

/** Decimals of a smallest step: 0.01 → 2. */
export const decimalsOf = (pip: number): number => Math.max(0, Math.round(-Math.log10(pip)));
