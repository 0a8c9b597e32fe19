import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PATH } from '#features/trading/queries.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { useServices } from '#shared/lib/services.ts';

/** Keys of the market data in the query cache. Without its assets no chart requests candles. */
const OF_MARKET = [assetsQuery.queryKey, [CANDLES_PATH]];
const OF_ASSET = [[PATH.quotes], [PAYOUT_PATH]];

/** Resets all price queries when the price source changes. */
export function useResetPrices(): void {
  const queries = useQueryClient();
  const { stream, priceFeed } = useServices();
  useEffect(() => {
    const stops = [
      priceFeed.onSourceChange(() => resetPrices(queries)),
      // The market of the source was closed when its assets were requested, so the list is empty.
      stream.on('feed', () => {
        if (queries.getQueryData(assetsQuery.queryKey)?.length === 0) resetPrices(queries);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, priceFeed]);
}

/** Resets the queries, so that no old data stays on the screen. */
function resetPrices(queries: QueryClient): void {
  const reset = (keys: readonly QueryKey[]) => keys.forEach((queryKey) => void queries.resetQueries({ queryKey }));
  reset(OF_MARKET);
  // The screen knows whether the market is open only in the next microtask.
  queueMicrotask(() => reset(OF_ASSET));
}
