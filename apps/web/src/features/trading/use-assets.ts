import { useQuery } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import { assetsQuery } from './queries.ts';

/** Decimals drawn for an asset the list does not know (any more). */
const FALLBACK_DECIMALS = 5;

export const useAsset = (symbol: string): Asset | undefined =>
  useQuery({ ...assetsQuery, select: (assets) => assets.find((each) => each.symbol === symbol) }).data;

/** How many decimals the price of a symbol is written with. */
export function useDecimals(): (symbol: string) => number {
  const { data } = useQuery(assetsQuery);
  return (symbol) => data?.find((each) => each.symbol === symbol)?.decimals ?? FALLBACK_DECIMALS;
}
