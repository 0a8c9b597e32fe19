import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { useEffect, useRef } from 'react';
import { useServices } from '#shared/lib/services.ts';
import type { Stream } from '#shared/lib/stream-client.ts';
import { activeTradesQuery, historyQuery, TRADING_PATH } from '../queries.ts';
import { usePollingMs } from './live-trades.ts';

/**
 * Delay in milliseconds between the expiry and the first poll for the result, and the interval of further polls. A
 * result usually arrives within a second.
 */
export const OVERDUE_MS = 3_000;
const NONE: readonly Option[] = [];

/** Polls for overdue results on every protected screen, because the stream may be disconnected or may lose an event. */
export function useSettlementWatch(): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  const { data: active = NONE } = useQuery({ ...activeTradesQuery, refetchInterval: usePollingMs() });
  useEffect(() => askWhenOverdue(queries, stream, active), [queries, stream, active]);
  const before = useRef(NONE);
  useEffect(() => {
    const here = new Set(active.map(({ id }) => id));
    const inHistory = new Set(queries.getQueryData(historyQuery.queryKey)?.map(({ id }) => id));
    const gone = before.current.some(({ id }) => !here.has(id) && !inHistory.has(id));
    before.current = active;
    if (!gone) return;
    for (const path of [TRADING_PATH.history, TRADING_PATH.stats]) void queries.invalidateQueries({ queryKey: [path] });
  }, [queries, active]);
}

/**
 * Polls the open trades until the expired trade is no longer among them.
 * @returns the function that stops the polls
 */
function askWhenOverdue(queries: QueryClient, stream: Stream, trades: readonly Option[]): () => void {
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
