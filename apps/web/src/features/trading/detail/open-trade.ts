import type { QueryClient } from '@tanstack/react-query';
import { Option } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { TRADING_PATH } from '../queries.ts';
import { useTradeDetail } from './detail-store.ts';

/** Loads a trade and opens its details. */
export async function openTrade(queries: QueryClient, id: string): Promise<void> {
  try {
    useTradeDetail.getState().open(await apiOf(queries).get(`${TRADING_PATH.option}/${id}`, { schema: Option }));
  } catch (failure) {
    toast.error(problemOf(failure));
  }
}
