import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { priceSymbolOf } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { refreshChoice } from '#shared/lib/chosen-account.ts';
import { useIsMarketOpen } from '#shared/lib/price-feed.ts';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { updateTradeDetail } from '../detail/update-trade-detail.ts';
import { addToHistory } from '../history/history-cache.ts';
import { type OrderTicket, useOrders } from '../orders/order-store.ts';
import { activeTradesQuery, historyQuery, quotesQuery, statsQuery } from '../queries.ts';
import { mergeActive, mergeHistory } from './trade-lists.ts';

/** Stores an opened or changed trade in the query cache, and refetches the statistics. */
export function storeChangedTrade(queries: QueryClient, trade: Option): void {
  queries.setQueryData(activeTradesQuery.queryKey, (list) => list && mergeActive(list, trade));
  queries.setQueryData(historyQuery.queryKey, (list) => list && mergeHistory(list, trade));
  addToHistory(queries, trade);
  updateTradeDetail(queries, trade);
  void queries.invalidateQueries({ queryKey: statsQuery.queryKey });
}

/**
 * Updates trades from the stream. While the stream is disconnected, polls them at the refresh interval. After a
 * reconnect, fetches them once more.
 */
export function useLiveTrades(): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  const orders = useOrders();
  useEffect(
    () =>
      stream.on('trade', ({ trade }) => {
        storeChangedTrade(queries, trade);
        if (trade.status !== 'active') forgetFullRefusal(orders);
      }),
    [queries, stream, orders],
  );
  useEffect(() => {
    if (!isLive) return;
    for (const { queryKey } of [activeTradesQuery, historyQuery, statsQuery]) {
      void queries.invalidateQueries({ queryKey });
    }
    void refreshChoice(queries);
  }, [queries, isLive]);
}

/** Removes the refusal of an order for which too many trades were open, because one of them has ended. */
function forgetFullRefusal({ state, setState }: OrderTicket): void {
  const order = state.getState();
  if (order.kind === 'refused' && order.code === 'too_many_active') setState({ kind: 'idle' });
}

/** Returns the poll interval while the stream is disconnected, and false while it is connected. */
export function usePollingMs(): number | false {
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  return isLive ? false : refreshIntervalS * 1_000;
}

/** Polls the prices of these symbols while the stream is disconnected. */
export function usePricePolling(symbols: readonly string[]): void {
  const pollingMs = usePollingMs();
  const isMarketOpen = useIsMarketOpen();
  const { priceFeed, ticks } = useServices();
  const wanted = [...new Set(symbols.map(priceSymbolOf))].sort();
  const { data } = useQuery({
    ...quotesQuery(wanted),
    enabled: isMarketOpen && pollingMs !== false && wanted.length > 0,
    refetchInterval: pollingMs,
  });
  useEffect(() => {
    if (!data) return;
    const [quote] = data;
    if (quote) priceFeed.setSource(quote.source);
    ticks.add(
      data.flatMap(({ symbol, price, updated_at }) =>
        price === null || updated_at === null ? [] : [[symbol, Date.parse(updated_at), price]],
      ),
    );
  }, [data, priceFeed, ticks]);
}
