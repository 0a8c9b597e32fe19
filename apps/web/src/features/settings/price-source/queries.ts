import { queryOptions } from '@tanstack/react-query';
import { MarketSourceView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { api } from '#shared/lib/api.ts';

const PATH = '/api/v1/trading/market-source';

/** Whose prices are shown, and whose there are to choose from. */
export const marketSourceQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api.get(PATH, { schema: MarketSourceView, signal }),
  // Connections come and go while nobody looks at this setting.
  staleTime: 0,
});

/** From now on, in paper trading. @throws ApiFailure */
export const chooseMarketSource = (source: PriceSource): Promise<MarketSourceView> =>
  api.put(PATH, { schema: MarketSourceView, body: { source } });
