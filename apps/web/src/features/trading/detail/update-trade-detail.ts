import type { QueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { TRADING_PATH } from '../queries.ts';

/** Updates the cached trade after an event. Does nothing if the user has never opened the details of the trade. */
export function updateTradeDetail(queries: QueryClient, trade: Option): void {
  queries.setQueryData<Option>([TRADING_PATH.option, trade.id], (known) => known && trade);
  for (const part of ['events', 'sale'])
    void queries.invalidateQueries({ queryKey: [TRADING_PATH.option, trade.id, part] });
}
