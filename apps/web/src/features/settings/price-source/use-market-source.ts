import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { MarketSourceView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useEffect, useState } from 'react';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { useShownPrices } from '#shared/lib/price-feed.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { priceSourceMessages as words } from './messages.es.ts';

const PATH = '/api/v1/trading/market-source';

/** Query of the price source on the screen and of the available sources. */
const marketSourceQuery = queryOptions({
  ...apiQuery(PATH, MarketSourceView),
  // Connections change while this setting is hidden, so cached data is always stale.
  staleTime: 0,
});

/**
 * Chooses the price source of paper trading.
 * @throws ApiFailure
 */
const chooseMarketSource = (api: ApiClient, source: PriceSource): Promise<MarketSourceView> =>
  api.put(PATH, { schema: MarketSourceView, body: { source } });

/**
 * Returns the price source on the screen, and a function to change it. The source follows changes here, in another tab
 * and of a broker connection.
 */
export function useMarketSource() {
  const queries = useQueryClient();
  const { api, stream, priceFeed } = useServices();
  const view = useQuery(marketSourceQuery);
  const shown = useShownPrices();
  const [wished, setWished] = useState<PriceSource | null>(null);
  useEffect(() => {
    const askAgain = () => void queries.invalidateQueries({ queryKey: marketSourceQuery.queryKey });
    const stops = [stream.on('feed', askAgain), stream.on('broker', askAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream]);
  const choose = async (source: PriceSource) => {
    setWished(source);
    try {
      const chosen = await chooseMarketSource(api, source);
      queries.setQueryData(marketSourceQuery.queryKey, chosen);
      // While the stream is connected, the stream itself reports the change, after the last old price and before the
      // first new one.
      if (stream.status.state === 'reconnecting') priceFeed.setSource(chosen.source);
      toast.success((chosen.follows_mode ? words.savedForLater : words.saved)(sourceNameIn(chosen, source)));
    } catch (failure) {
      toast.error(words.failed, { description: problemOf(failure) });
      void queries.invalidateQueries({ queryKey: marketSourceQuery.queryKey });
    }
    setWished(null);
  };
  return { view, shown, wished, choose: (source: PriceSource) => void choose(source) };
}

/** Returns the display name of a source. */
export const sourceNameIn = ({ options }: MarketSourceView, source: PriceSource): string =>
  options.find((option) => option.source === source)?.name ?? source;
