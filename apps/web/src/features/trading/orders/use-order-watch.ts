import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { assertNever } from '@vigia/core/kernel';
import type { TradingMode } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { refreshBalance } from '#shared/lib/current-mode.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useNotifications } from '#shared/lib/notifications-store.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { stream, useStreamStatus } from '#shared/lib/stream.ts';
import { toast } from '#shared/ui/toast.ts';
import { tradingMessages } from '../messages.es.ts';
import { PATH } from '../queries.ts';
import type { LateFate } from './order-desk.ts';
import type { SentOrder } from './order-fate.ts';
import { orderDesk } from './order-store.ts';
import { showAccepted } from './use-place-order.ts';

const words = tradingMessages.orders.late;

/** On every protected screen: orders without an answer are asked about until there is one, and it is told. */
export function useOrderWatch(userId: string | undefined, mode: TradingMode | undefined): void {
  const queries = useQueryClient();
  const isLive = useStreamStatus().state === 'live';
  useEffect(() => orderDesk.onFate((sent, fate) => tellFate(queries, sent, fate)), [queries]);
  useEffect(() => orderDesk.setMode(mode ?? null), [mode]);
  useEffect(() => (userId === undefined ? undefined : orderDesk.enter(userId)), [userId]);
  useEffect(() => {
    if (isLive) orderDesk.askNow();
  }, [isLive]);
  useEffect(() => {
    const ask = () => orderDesk.askNow();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, []);
}

function tellFate(queries: QueryClient, { key, order, clickedMs }: SentOrder, fate: LateFate): void {
  const what = [order.asset_symbol, order.option_type, formatMoney(order.amount), formatClock(clickedMs)] as const;
  const tell = (title: string, text: string) => {
    toast(title, { description: text });
    const target = { kind: 'page', path: PATHS.dashboard } as const;
    useNotifications
      .getState()
      .add({ id: `order ${key}`, mark: 'order', title, text, atMs: stream.serverNow(), target });
  };
  switch (fate.kind) {
    case 'accepted':
      // The answer is the one that was lost, as the trade was then: it may have ended since.
      if (Date.parse(fate.trade.expiry_time) > stream.serverNow()) showAccepted(queries, fate.trade);
      else for (const path of [PATH.active, PATH.history]) void queries.invalidateQueries({ queryKey: [path] });
      void refreshBalance(queries);
      return tell(words.accepted, words.of(...what));
    case 'refused':
      return tell(words.refused, `${words.of(...what)}. ${fate.failure.message}`);
    case 'forgotten':
      return tell(words.forgotten, words.of(...what));
    default:
      return assertNever(fate);
  }
}
