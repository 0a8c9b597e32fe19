import type { Asset } from '@vigia/contract';
import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { chartMessages } from './messages.es.ts';

/** Assets of the list under one heading. */
export type SymbolSection = { readonly heading: string; readonly assets: readonly Asset[] };

/** The earlier choices of the user, and the order of the list. */
export type SymbolPreferences = {
  readonly favourites: readonly string[];
  /** The symbols that the user opened last, newest first. */
  readonly recent: readonly string[];
  readonly isByPayout: boolean;
};

/**
 * Returns the assets in sections, each asset once: favourites, recent ones, and the others by kind; or all of them by
 * their payout. Closed assets have the last section.
 * @param payoutOf payout of the chosen duration as a fraction; null while unknown
 */
export function symbolSections(
  assets: readonly Asset[],
  taste: SymbolPreferences,
  payoutOf: (asset: Asset) => number | null,
): readonly SymbolSection[] {
  const open = assets.filter(({ market_open: isOpen }) => isOpen);
  const closed = assets.filter(({ market_open: isOpen }) => !isOpen);
  const sections = taste.isByPayout ? [byPayout(open, payoutOf)] : byTaste(open, taste);
  return [...sections, { heading: chartMessages.closedOnes, assets: closed }].filter(
    (section) => section.assets.length > 0,
  );
}

const byPayout = (assets: readonly Asset[], payoutOf: (asset: Asset) => number | null): SymbolSection => ({
  heading: chartMessages.byPayout,
  assets: assets.toSorted((a, b) => (payoutOf(b) ?? -1) - (payoutOf(a) ?? -1)),
});

function byTaste(assets: readonly Asset[], { favourites, recent }: SymbolPreferences): readonly SymbolSection[] {
  const named = (symbols: readonly string[]) =>
    symbols.flatMap((symbol) => assets.find((asset) => asset.symbol === symbol) ?? []);
  const lately = recent.filter((symbol) => !favourites.includes(symbol));
  const isOther = ({ symbol }: Asset) => !favourites.includes(symbol) && !lately.includes(symbol);
  return [
    { heading: chartMessages.favourites, assets: named(favourites) },
    { heading: chartMessages.recent, assets: named(lately) },
    ...ASSET_TYPES.map((type) => ({
      heading: chartMessages.assetTypes[type],
      assets: assets.filter((asset) => asset.type === type && isOther(asset)),
    })),
  ];
}
