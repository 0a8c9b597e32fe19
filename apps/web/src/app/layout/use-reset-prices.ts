import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TRADING_PATH } from '#features/trading/queries.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, DAY_CURVES_PATH, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { useServices } from '#shared/lib/services.ts';

/** Query keys of the market data. Charts request candles only after the assets have loaded. */
const MARKET_KEYS = [assetsQuery.queryKey, [CANDLES_PATH], [DAY_CURVES_PATH]];
const ASSET_KEYS = [[TRADING_PATH.quotes], [PAYOUT_PATH]];

/** Resets all price queries when the price source changes. */
export function useResetPrices(): void {
  const queries = useQueryClient();
  const { stream, priceFeed } = useServices();
  useEffect(() => {
    const stops = [
      priceFeed.onSourceChange(() => resetPrices(queries)),
      // The list of assets is empty if the market was closed when the app requested the list.
      stream.on('feed', () => {
        if (queries.getQueryData(assetsQuery.queryKey)?.length === 0) resetPrices(queries);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, priceFeed]);
}

/** Resets the queries, so that no data of the previous source stays on the screen. */
function resetPrices(queries: QueryClient): void {
  const reset = (keys: readonly QueryKey[]) => keys.forEach((queryKey) => void queries.resetQueries({ queryKey }));
  reset(MARKET_KEYS);
  // The query for the state of the market (open or not) changes in the next microtask. The asset queries are reset
  // after that change.
  queueMicrotask(() => reset(ASSET_KEYS));
}
