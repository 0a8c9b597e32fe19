import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NotificationDraft, notify } from '#features/notifications/notify.ts';
import { useTradeDetail } from '#features/trading/detail/trade-opener.tsx';
import { useHistoryFilter } from '#features/trading/history/filter-store.ts';
import { activeTradesQuery, historyQuery } from '#features/trading/queries.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import { storeAccount } from '#shared/lib/chosen-account.ts';
import { keepNotifications } from '#shared/lib/notifications-store.ts';
import { riskUseQuery } from '#shared/lib/risk-use.ts';
import { useServices } from '#shared/lib/services.ts';
import { signalNotification, tradeNotification } from './news.ts';
import { useBrokerNews } from './use-broker-news.ts';
import { useResetPrices } from './use-reset-prices.ts';

/** Connects the stream while a protected page is mounted, and shows notifications for its events. */
export function LiveData() {
  const queries = useQueryClient();
  const { stream } = useServices();
  const userId = useAuth().user?.id ?? '';
  useEffect(() => keepNotifications(userId), [userId]);
  useEffect(() => {
    const stops = [
      stream.on('account', ({ account }) => storeAccount(queries, account)),
      stream.on('trade', ({ trade }) => {
        void queries.invalidateQueries({ queryKey: riskUseQuery.queryKey });
        notifyIfAny(tradeNotification(trade, stream.serverNow()));
      }),
      stream.on('signal', ({ signal }) => {
        const by = { name: signal.setup_name, kind: 'pcr' } as const;
        notifyIfAny(signalNotification(signal, by, decimalsIn(queries, signal.asset), stream.serverNow()));
      }),
      stream.on('strategy_signal', ({ signal }) => {
        const by = { name: signal.strategy_name, kind: 'strategy' } as const;
        notifyIfAny(signalNotification(signal, by, decimalsIn(queries, signal.asset), stream.serverNow()));
      }),
    ];
    stream.start();
    return () => {
      for (const stop of stops) stop();
      stream.stop();
      queries.clear();
      useHistoryFilter.getState().clear();
      useTradeDetail.getState().close();
    };
  }, [queries, stream]);
  useResetPrices();
  useMissedResults();
  useBrokerNews();
  return null;
}

/**
 * Reports trades that settled while the stream was disconnected. Such trades were open before, and are in the history
 * now.
 */
function useMissedResults(): void {
  const { stream } = useServices();
  const { data: active } = useQuery(activeTradesQuery);
  const { data: history } = useQuery(historyQuery);
  const seenActive = useRef(new Set<string>());
  useEffect(() => {
    for (const trade of active ?? []) seenActive.current.add(trade.id);
  }, [active]);
  useEffect(() => {
    for (const trade of history ?? []) {
      if (seenActive.current.delete(trade.id)) notifyIfAny(tradeNotification(trade, stream.serverNow()));
    }
  }, [history, stream]);
}

function notifyIfAny(news: NotificationDraft | null): void {
  if (news) notify(news);
}

/**
 * Returns the number of decimals of an asset, or five if the asset is unknown, because most assets have at most five.
 */
const decimalsIn = (queries: QueryClient, symbol: string): number =>
  queries.getQueryData(assetsQuery.queryKey)?.find((each) => each.symbol === symbol)?.decimals ?? 5;
