import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { Option, TradeEventView } from '@vigia/contract';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';
import { PATH } from '../queries.ts';

const pathOf = (id: string): string => `${PATH.option}/${id}`;

/** A trade as it is now, beginning with what the list knew of it. */
export const tradeQuery = (known: Option) =>
  queryOptions({
    queryKey: [PATH.option, known.id],
    queryFn: ({ signal }) => api.get(pathOf(known.id), { schema: Option, signal }),
    initialData: known,
  });

/** What happened to a trade, in order. */
export const tradeEventsQuery = (id: string) =>
  queryOptions({
    queryKey: [PATH.option, id, 'events'],
    queryFn: ({ signal }) => api.get(`${pathOf(id)}/events`, { schema: z.array(TradeEventView), signal }),
  });

/** A trade that is looked at changes as it is looked at. */
export function takeIntoDetail(queries: QueryClient, trade: Option): void {
  queries.setQueryData<Option>([PATH.option, trade.id], (known) => known && trade);
  void queries.invalidateQueries({ queryKey: tradeEventsQuery(trade.id).queryKey });
}
