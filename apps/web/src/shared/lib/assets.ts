import { queryOptions, useQuery } from '@tanstack/react-query';
import { Asset, DayCurve, PayoutView } from '@vigia/contract';
import { formatLength, lengthField, type TradeLength } from '@vigia/core/trades';
import { z } from 'zod';
import { apiQuery } from './api-query.ts';
import { useIsMarketOpen } from './price-feed.ts';
import { failureCode } from './problem.ts';

const ASSETS_PATH = '/api/v1/trading/assets';
/** Path of the payout queries. Other modules use it to refetch every payout. */
export const PAYOUT_PATH = '/api/v1/trading/payout';
const PAYOUT_EVERY_MS = 15_000;
const ASSETS_FRESH_MS = 60_000;

export const assetsQuery = queryOptions({
  ...apiQuery(ASSETS_PATH, z.array(Asset)),
  staleTime: ASSETS_FRESH_MS,
  refetchInterval: ASSETS_FRESH_MS,
});

/**
 * Returns the query of the current payout for a trade of this duration. The query polls, because the payout may change
 * within an hour. The payout of another duration is not shown meanwhile, because an order would state it as agreed.
 */
export const payoutQuery = (symbol: string, length: TradeLength) =>
  queryOptions({
    ...apiQuery(PAYOUT_PATH, PayoutView, {
      query: { symbol, ...lengthField(length) },
      key: [PAYOUT_PATH, symbol, formatLength(length)],
    }),
    staleTime: PAYOUT_EVERY_MS,
    refetchInterval: PAYOUT_EVERY_MS,
  });

/**
 * Returns the query of the payouts of all assets for trades of this duration, by symbol. A broker lists one payout for
 * an asset.
 */
export const assetPayoutsQuery = (length: TradeLength) =>
  queryOptions({
    ...apiQuery(ASSETS_PATH, z.array(Asset), {
      query: lengthField(length),
      key: [ASSETS_PATH, 'payouts', formatLength(length)],
    }),
    staleTime: PAYOUT_EVERY_MS,
    select: (assets: readonly Asset[]) => new Map(assets.map(({ symbol, payout }) => [symbol, payout])),
  });

/** Path of the query of the day curves. Other modules use it to refetch the curves. */
export const DAY_CURVES_PATH = '/api/v1/trading/day-curves';

/**
 * The last 24 hours of all assets, by symbol. One request serves every row of the list of assets. The curves gain one
 * point each half hour, so a minute-old response is fresh.
 */
export const dayCurvesQuery = queryOptions({
  ...apiQuery(DAY_CURVES_PATH, z.array(DayCurve)),
  staleTime: ASSETS_FRESH_MS,
  select: (curves: readonly DayCurve[]) => new Map(curves.map((curve) => [curve.symbol, curve])),
});

/** The current knowledge about the payout of a trade. */
export type KnownPayout = {
  /** Payout as a fraction. Null while unknown. */
  readonly ratio: number | null;
  /** Whether a request is in flight. */
  readonly asking: boolean;
  /** Error of the last request. Null after a success. */
  readonly failure: Error | null;
};

export function usePayout(symbol: string, length: TradeLength): KnownPayout {
  const enabled = useIsMarketOpen();
  const { data, error, isFetching } = useQuery({ ...payoutQuery(symbol, length), enabled });
  // A disconnected broker accepts no orders, so its last payout no longer applies.
  return { ratio: isBrokerFailure(error) ? null : (data?.payout ?? null), asking: isFetching, failure: error };
}

/** Returns whether a failure was caused by the connection to a broker. */
export const isBrokerFailure = (failure: unknown): boolean => failureCode(failure)?.startsWith('broker_') ?? false;

/** Decimals for an asset that is not in the list. */
const FALLBACK_DECIMALS = 5;

export const useAsset = (symbol: string): Asset | undefined =>
  useQuery({ ...assetsQuery, select: (assets) => assets.find((each) => each.symbol === symbol) }).data;

/** Returns the number of decimals for prices of a symbol in a list of assets. */
export const priceDecimalsIn = (assets: readonly Asset[], symbol: string): number =>
  assets.find((each) => each.symbol === symbol)?.decimals ?? FALLBACK_DECIMALS;

/** Returns a function with the number of decimals for prices of a symbol. */
export function useDecimals(): (symbol: string) => number {
  const { data = [] } = useQuery(assetsQuery);
  return (symbol) => priceDecimalsIn(data, symbol);
}
