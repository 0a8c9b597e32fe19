import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PATH } from '#features/trading/queries.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { onSourceChange } from '#shared/lib/shown-prices.ts';
import { stream } from '#shared/lib/stream.ts';

/** What is kept of prices. */
const OF_PRICES = [assetsQuery.queryKey, [PATH.quotes], [CANDLES_PATH], [PAYOUT_PATH]];

/** Has everything of prices asked for again once they are another source's. */
export function usePricesAnew(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stops = [
      // A moment later: by then the screen knows whether there is a market to ask.
      onSourceChange(() => queueMicrotask(() => beginAnew(queries))),
      // The market of this source was not open when its assets were asked for.
      stream.on('feed', () => {
        if (queries.getQueryData(assetsQuery.queryKey)?.length === 0) beginAnew(queries);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
}

/** Nothing of what was kept stays on the screen meanwhile. */
function beginAnew(queries: QueryClient): void {
  for (const queryKey of OF_PRICES) void queries.resetQueries({ queryKey });
}
