import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option, PcrSignalView } from '@vigia/contract';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { useTradeDetail } from '#features/trading/detail/trade-opener.tsx';
import { useHistoryFilter } from '#features/trading/history/filter-store.ts';
import { activeTradesQuery, historyQuery } from '#features/trading/queries.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import { takeAccount } from '#shared/lib/current-mode.ts';
import { formatMinute, formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { useNotifications } from '#shared/lib/notifications-store.ts';
import { riskUseQuery } from '#shared/lib/risk-limits.ts';
import { stream } from '#shared/lib/stream.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.events;

/** Keeps the stream open while a protected page is shown, and tells of what happens anywhere in the app. */
export function LiveData() {
  const queries = useQueryClient();
  useEffect(() => {
    const stops = [
      stream.on('account', ({ account }) => takeAccount(queries, account)),
      stream.on('trade', ({ trade }) => {
        void queries.invalidateQueries({ queryKey: riskUseQuery.queryKey });
        tellOfTrade(trade);
      }),
      stream.on('signal', ({ signal }) => tellOfSignal(signal, decimalsIn(queries, signal.asset))),
    ];
    stream.start();
    return () => {
      for (const stop of stops) stop();
      stream.stop();
      queries.clear();
      useNotifications.getState().clear();
      useHistoryFilter.getState().clear();
      useTradeDetail.getState().close();
    };
  }, [queries]);
  useMissedResults();
  return null;
}

/** Trades seen active that the history later shows as ended: the stream was down when they settled. */
function useMissedResults(): void {
  const { data: active } = useQuery(activeTradesQuery);
  const { data: history } = useQuery(historyQuery);
  const seenActive = useRef(new Set<string>());
  useEffect(() => {
    for (const trade of active ?? []) seenActive.current.add(trade.id);
  }, [active]);
  useEffect(() => {
    for (const trade of history ?? []) if (seenActive.current.delete(trade.id)) tellOfTrade(trade);
  }, [history]);
}

function tellOfTrade(trade: Option): void {
  if (trade.status === 'active') return tellOfOpening(trade);
  const title = words[trade.status](trade.asset_symbol, trade.option_type);
  const text = trade.status === 'cancelled' ? words.refunded : words.result(formatSignedMoney(trade.profit ?? 0));
  if (!tell(`trade ${trade.id}`, title, text)) return;
  if (trade.status === 'won') toast.success(title, { description: text });
  else toast(title, { description: text });
}

/** Only of what nobody clicked. */
function tellOfOpening({
  id,
  origin,
  asset_symbol: symbol,
  option_type: direction,
  amount,
  expiry_time: at,
}: Option): void {
  if (origin !== 'pcr' && origin !== 'strategy') return;
  const text = words.openedBy[origin](formatMoney(amount), formatMinute(at));
  tell(`opened ${id}`, words.opened(symbol, direction), text);
}

/** As far as they are known by now: prices of most assets have no more than five. */
const decimalsIn = (queries: QueryClient, symbol: string): number =>
  queries.getQueryData(assetsQuery.queryKey)?.find((each) => each.symbol === symbol)?.decimals ?? 5;

function tellOfSignal(signal: PcrSignalView, decimals: number): void {
  if (signal.status !== 'pending') return;
  const price = formatPrice(signal.entry_price, decimals);
  const text = words.signalText(signal.setup_name, price, formatMinute(signal.expiration_time));
  tell(`signal ${signal.id}`, words.signal(signal.asset, signal.direction), text);
}

/** False when this was told before: the stream repeats itself after a reconnect. */
function tell(id: string, title: string, text: string): boolean {
  const { list, add } = useNotifications.getState();
  if (list.some((each) => each.id === id)) return false;
  add({ id, title, text, atMs: stream.serverNow() });
  return true;
}
