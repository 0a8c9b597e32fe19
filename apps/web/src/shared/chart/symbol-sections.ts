import type { Asset } from '@vigia/contract';
import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { chartMessages } from './messages.es.ts';

/** Assets of the list under one heading. */
export type SymbolSection = { readonly heading: string; readonly assets: readonly Asset[] };

/** The earlier choices of the user, and the order of the list. */
export type SymbolTaste = {
  readonly favourites: readonly string[];
  /** The symbols that the user opened last, newest first. */
  readonly recent: readonly string[];
  readonly isByPayout: boolean;
};

/**
 * Returns the assets in sections, each asset once: favourites, recent ones, and the others by kind; or all of them by
 * their payout. Closed assets come last.
 * @param payoutOf payout of the chosen duration as a fraction; null while unknown
 */
export function symbolSections(
  assets: readonly Asset[],
  { favourites, recent, isByPayout }: SymbolTaste,
  payoutOf: (asset: Asset) => number | null,
): readonly SymbolSection[] {
  if (isByPayout) {
    const sorted = assets.toSorted((a, b) => (payoutOf(b) ?? -1) - (payoutOf(a) ?? -1));
    return filled([{ heading: chartMessages.byPayout, assets: closedLast(sorted) }]);
  }
  const named = (symbols: readonly string[]) =>
    symbols.flatMap((symbol) => assets.find((asset) => asset.symbol === symbol) ?? []);
  const lately = recent.filter((symbol) => !favourites.includes(symbol));
  const isOther = ({ symbol }: Asset) => !favourites.includes(symbol) && !lately.includes(symbol);
  return filled([
    { heading: chartMessages.favourites, assets: closedLast(named(favourites)) },
    { heading: chartMessages.recent, assets: closedLast(named(lately)) },
    ...ASSET_TYPES.map((type) => ({
      heading: chartMessages.assetTypes[type],
      assets: closedLast(assets.filter((asset) => asset.type === type && isOther(asset))),
    })),
  ]);
}

const filled = (sections: readonly SymbolSection[]) => sections.filter(({ assets }) => assets.length > 0);

const closedLast = (assets: readonly Asset[]): Asset[] =>
  assets.toSorted((a, b) => Number(b.market_open) - Number(a.market_open));
