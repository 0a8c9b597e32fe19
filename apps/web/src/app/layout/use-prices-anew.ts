import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PATH } from '#features/trading/queries.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { onSourceChange } from '#shared/lib/shown-prices.ts';
import { stream } from '#shared/lib/stream.ts';

/** What is kept of prices. Without its assets no chart asks for candles. */
const OF_MARKET = [assetsQuery.queryKey, [CANDLES_PATH]];
const OF_ASSET = [[PATH.quotes], [PAYOUT_PATH]];

/** Has everything of prices asked for again once they are another source's. */
export function usePricesAnew(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stops = [
      onSourceChange(() => beginAnew(queries)),
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
  const reset = (keys: typeof OF_ASSET) => keys.forEach((queryKey) => void queries.resetQueries({ queryKey }));
  reset(OF_MARKET);
  // A moment later: by then the screen knows whether there is a market to ask.
  queueMicrotask(() => reset(OF_ASSET));
}
