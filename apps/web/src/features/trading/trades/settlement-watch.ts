import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { useEffect, useRef } from 'react';
import { stream } from '#shared/lib/stream.ts';
import { activeTradesQuery, historyQuery, PATH } from '../queries.ts';
import { usePollingMs } from './live-trades.ts';

/** A result is here within a second of its expiry; later than this it is asked for, as often. */
export const OVERDUE_MS = 3_000;
const NONE: readonly Option[] = [];

/** On every protected screen: no result gets lost, whether the stream is down or has swallowed it. */
export function useSettlementWatch(): void {
  const queries = useQueryClient();
  const { data: active = NONE } = useQuery({ ...activeTradesQuery, refetchInterval: usePollingMs() });
  useEffect(() => askWhenOverdue(queries, active), [queries, active]);
  const before = useRef(NONE);
  useEffect(() => {
    const here = new Set(active.map(({ id }) => id));
    const told = new Set(queries.getQueryData(historyQuery.queryKey)?.map(({ id }) => id));
    const gone = before.current.some(({ id }) => !here.has(id) && !told.has(id));
    before.current = active;
    if (!gone) return;
    for (const path of [PATH.history, PATH.stats]) void queries.invalidateQueries({ queryKey: [path] });
  }, [queries, active]);
}

/** Asks for the active trades until the one that is due has left them; the answer of this call stops it. */
function askWhenOverdue(queries: QueryClient, trades: readonly Option[]): () => void {
  const firstExpiryMs = Math.min(...trades.map((trade) => Date.parse(trade.expiry_time)));
  if (!Number.isFinite(firstExpiryMs)) return () => {};
  const ask = () => {
    void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey });
    timer = setTimeout(ask, OVERDUE_MS);
  };
  const untilOverdueMs = firstExpiryMs - stream.serverNow() + OVERDUE_MS;
  let timer = setTimeout(ask, Math.min(2 ** 31 - 1, Math.max(OVERDUE_MS, untilOverdueMs)));
  return () => clearTimeout(timer);
}
