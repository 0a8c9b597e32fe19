import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { Option, TradeEventView } from '@vigia/contract';
import { z } from 'zod';
import { apiOf } from '#shared/lib/services.ts';
import { PATH } from '../queries.ts';

const pathOf = (id: string): string => `${PATH.option}/${id}`;

/** A trade from the server; starts with the data of the list. */
export const tradeQuery = (known: Option) =>
  queryOptions({
    queryKey: [PATH.option, known.id],
    queryFn: ({ client, signal }) => apiOf(client).get(pathOf(known.id), { schema: Option, signal }),
    initialData: known,
  });

/** The events of a trade, in order. */
export const tradeEventsQuery = (id: string) =>
  queryOptions({
    queryKey: [PATH.option, id, 'events'],
    queryFn: ({ client, signal }) =>
      apiOf(client).get(`${pathOf(id)}/events`, { schema: z.array(TradeEventView), signal }),
  });

/** Updates the trade while its details are open. */
export function takeIntoDetail(queries: QueryClient, trade: Option): void {
  queries.setQueryData<Option>([PATH.option, trade.id], (known) => known && trade);
  void queries.invalidateQueries({ queryKey: tradeEventsQuery(trade.id).queryKey });
}
