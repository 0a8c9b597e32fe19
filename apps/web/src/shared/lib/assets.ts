import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Asset, PayoutView } from '@vigia/contract';
import { formatLength, lengthField, type TradeLength } from '@vigia/core/trades';
import { z } from 'zod';
import { apiQuery } from './api-query.ts';
import { useIsMarketOpen } from './price-feed.ts';
import { failureCode } from './problem.ts';

const ASSETS_PATH = '/api/v1/trading/assets';
/** Path of the payout queries, exported so that other modules can refresh every payout. */
export const PAYOUT_PATH = '/api/v1/trading/payout';
const PAYOUT_EVERY_MS = 15_000;
const ASSETS_FRESH_MS = 60_000;

export const assetsQuery = queryOptions({
  ...apiQuery(ASSETS_PATH, z.array(Asset)),
  staleTime: ASSETS_FRESH_MS,
  refetchInterval: ASSETS_FRESH_MS,
});

/** Query of the current payout of a trade of this length. The payout may change by the hour, so it is polled. */
export const payoutQuery = (symbol: string, length: TradeLength) =>
  queryOptions({
    ...apiQuery(PAYOUT_PATH, PayoutView, {
      query: { symbol, ...lengthField(length) },
      key: [PAYOUT_PATH, symbol, formatLength(length)],
    }),
    staleTime: PAYOUT_EVERY_MS,
    refetchInterval: PAYOUT_EVERY_MS,
    // The previous figures of this asset stay until those of the new length arrive.
    placeholderData: (previous, query) => (query?.queryKey[1] === symbol ? keepPreviousData(previous) : undefined),
  });

/** The payout of a trade as far as it is known. */
export type KnownPayout = {
  /** Payout as a fraction; null while unknown. */
  readonly ratio: number | null;
  /** Whether a request is running. */
  readonly asking: boolean;
  /** The error of the last request; null after a success. */
  readonly failure: Error | null;
};

export function usePayout(symbol: string, length: TradeLength): KnownPayout {
  const enabled = useIsMarketOpen();
  const { data, error, isFetching } = useQuery({ ...payoutQuery(symbol, length), enabled });
  // An unreachable broker accepts no order, so its previous payout does not apply.
  return { ratio: isOfBroker(error) ? null : (data?.payout ?? null), asking: isFetching, failure: error };
}

/** Returns whether the connection to a broker caused the failure. */
export const isOfBroker = (failure: unknown): boolean => failureCode(failure)?.startsWith('broker_') ?? false;

/** Decimals for an asset that is not in the list. */
const FALLBACK_DECIMALS = 5;

export const useAsset = (symbol: string): Asset | undefined =>
  useQuery({ ...assetsQuery, select: (assets) => assets.find((each) => each.symbol === symbol) }).data;

/** Returns the number of decimals for prices of a symbol. */
export function useDecimals(): (symbol: string) => number {
  const { data } = useQuery(assetsQuery);
  return (symbol) => data?.find((each) => each.symbol === symbol)?.decimals ?? FALLBACK_DECIMALS;
}
