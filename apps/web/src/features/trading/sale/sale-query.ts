import { queryOptions } from '@tanstack/react-query';
import { Option, SaleView } from '@vigia/contract';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { TRADING_PATH } from '../queries.ts';

const pathOf = (id: string): string => `${TRADING_PATH.option}/${id}/sale`;
const ASK_EVERY_MS = 2_000;

/** Returns the query of the price for which an open trade can be sold. The query polls while a component uses it. */
export const saleQuery = (id: string) =>
  queryOptions({
    ...apiQuery(pathOf(id), SaleView, { key: [TRADING_PATH.option, id, 'sale'] }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  });

/**
 * Sells a trade at the price that the user saw, or at a higher price. The server executes at most one sale per
 * idempotency key.
 * @throws ApiFailure
 */
export const postSale = (api: ApiClient, id: string, minPrice: number, key: string): Promise<Option> =>
  api.post(pathOf(id), { schema: Option, body: { min_price: minPrice }, idempotencyKey: key });
