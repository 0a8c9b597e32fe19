import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Asset, PayoutView } from '@vigia/contract';
import { z } from 'zod';
import { api } from './api.ts';
import { failureCode } from './problem.ts';
import { useIsMarketOpen } from './shown-prices.ts';

const ASSETS_PATH = '/api/v1/trading/assets';
/** Whoever knows it can refresh every payout. */
export const PAYOUT_PATH = '/api/v1/trading/payout';
const PAYOUT_EVERY_MS = 15_000;
const ASSETS_FRESH_MS = 60_000;

export const assetsQuery = queryOptions({
  queryKey: [ASSETS_PATH],
  queryFn: ({ signal }) => api.get(ASSETS_PATH, { schema: z.array(Asset), signal }),
  staleTime: ASSETS_FRESH_MS,
  refetchInterval: ASSETS_FRESH_MS,
});

/** What a trade of this length would pay now; it may change by the hour, so it is asked again often. */
export const payoutQuery = (symbol: string, durationMin: number) =>
  queryOptions({
    queryKey: [PAYOUT_PATH, symbol, durationMin],
    queryFn: ({ signal }) =>
      api.get(PAYOUT_PATH, { schema: PayoutView, query: { symbol, duration: durationMin }, signal }),
    staleTime: PAYOUT_EVERY_MS,
    refetchInterval: PAYOUT_EVERY_MS,
    // Another length of the same asset keeps the figures in place until its own are there.
    placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? keepPreviousData(previous) : undefined),
  });

/** What a trade would pay, as far as it can be known now. */
export type KnownPayout = {
  /** A fraction; null while nothing is known. */
  readonly ratio: number | null;
  /** Another one may be on its way. */
  readonly asking: boolean;
  /** What went wrong when it was last asked for; null where nothing did. */
  readonly failure: Error | null;
};

export function usePayout(symbol: string, durationMin: number): KnownPayout {
  const enabled = useIsMarketOpen();
  const { data, error, isFetching } = useQuery({ ...payoutQuery(symbol, durationMin), enabled });
  // A broker out of reach takes no order: what it paid before is nothing to go by.
  return { ratio: isOfBroker(error) ? null : (data?.payout ?? null), asking: isFetching, failure: error };
}

/** Whether the failure lies with the connection to a broker. */
export const isOfBroker = (failure: unknown): boolean => failureCode(failure)?.startsWith('broker_') ?? false;

/** Decimals drawn for an asset the list does not know (any more). */
const FALLBACK_DECIMALS = 5;

export const useAsset = (symbol: string): Asset | undefined =>
  useQuery({ ...assetsQuery, select: (assets) => assets.find((each) => each.symbol === symbol) }).data;

/** How many decimals the price of a symbol is written with. */
export function useDecimals(): (symbol: string) => number {
  const { data } = useQuery(assetsQuery);
  return (symbol) => data?.find((each) => each.symbol === symbol)?.decimals ?? FALLBACK_DECIMALS;
}
