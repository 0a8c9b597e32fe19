import { queryOptions } from '@tanstack/react-query';
import { MarketSourceView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiOf } from '#shared/lib/services.ts';

const PATH = '/api/v1/trading/market-source';

/** The displayed price source and the available ones. */
export const marketSourceQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH, { schema: MarketSourceView, signal }),
  // Connections change while this setting is not shown.
  staleTime: 0,
});

/** From now on, in paper trading. @throws ApiFailure */
export const chooseMarketSource = (api: ApiClient, source: PriceSource): Promise<MarketSourceView> =>
  api.put(PATH, { schema: MarketSourceView, body: { source } });
