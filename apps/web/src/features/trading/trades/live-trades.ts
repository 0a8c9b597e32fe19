import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { useEffect } from 'react';
import { refreshBalance } from '#shared/lib/current-mode.ts';
import { takeTicks } from '#shared/lib/market-store.ts';
import { takeShownSource, useIsMarketOpen } from '#shared/lib/shown-prices.ts';
import { stream, useStreamStatus } from '#shared/lib/stream.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { takeIntoDetail } from '../detail/detail-query.ts';
import { takeIntoHistory } from '../history/history-query.ts';
import { activeTradesQuery, historyQuery, quotesQuery, statsQuery } from '../queries.ts';
import { mergeActive, mergeHistory } from './trade-lists.ts';

/** Puts a placed or changed trade where the screen reads it, and has the figures counted again. */
export function takeTrade(queries: QueryClient, trade: Option): void {
  queries.setQueryData(activeTradesQuery.queryKey, (list) => list && mergeActive(list, trade));
  queries.setQueryData(historyQuery.queryKey, (list) => list && mergeHistory(list, trade));
  takeIntoHistory(queries, trade);
  takeIntoDetail(queries, trade);
  void queries.invalidateQueries({ queryKey: statsQuery.queryKey });
}

/** Trades by the stream; while it is down by asking every refresh interval, and once when it is back. */
export function useLiveTrades(): void {
  const queries = useQueryClient();
  const isLive = useStreamStatus().state === 'live';
  useEffect(() => stream.on('trade', ({ trade }) => takeTrade(queries, trade)), [queries]);
  useEffect(() => {
    if (!isLive) return;
    for (const { queryKey } of [activeTradesQuery, historyQuery, statsQuery]) {
      void queries.invalidateQueries({ queryKey });
    }
    void refreshBalance(queries);
  }, [queries, isLive]);
}

/** How often to ask while the stream is down; false while it is up. */
export function usePollingMs(): number | false {
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  return isLive ? false : refreshIntervalS * 1_000;
}

/** Prices of these symbols by asking, while the stream is down. */
export function usePriceFallback(symbols: readonly string[]): void {
  const pollingMs = usePollingMs();
  const isMarketOpen = useIsMarketOpen();
  const wanted = [...new Set(symbols)].sort();
  const { data } = useQuery({
    ...quotesQuery(wanted),
    enabled: isMarketOpen && pollingMs !== false && wanted.length > 0,
    refetchInterval: pollingMs,
  });
  useEffect(() => {
    if (!data) return;
    const [quote] = data;
    if (quote) takeShownSource(quote.source);
    takeTicks(
      data.flatMap(({ symbol, price, updated_at }) =>
        price === null || updated_at === null ? [] : [[symbol, Date.parse(updated_at), price]],
      ),
    );
  }, [data]);
}
