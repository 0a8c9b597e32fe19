import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CreateOption, Option } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { useCallback } from 'react';
import { PAYOUT_PATH } from '#shared/lib/assets.ts';
import { refreshBalance } from '#shared/lib/current-mode.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { toast } from '#shared/ui/toast.ts';
import { tradingMessages } from '../messages.es.ts';
import { activeTradesQuery } from '../queries.ts';
import { takeTrade } from '../trades/live-trades.ts';
import type { OrderFate } from './order-fate.ts';
import { orderDesk, setOrderState } from './order-store.ts';

const words = tradingMessages.orders;

/** Sends orders and brings what comes of them to the screen. */
export function usePlaceOrder(): (order: CreateOption) => void {
  const queries = useQueryClient();
  return useCallback(
    (order) => {
      const sent = orderDesk.send(order);
      if (!sent) return;
      setOrderState({ kind: 'sending', direction: order.option_type });
      sent.then(
        (fate) => showFate(queries, order, fate),
        (error: unknown) => {
          setOrderState({ kind: 'idle' });
          throw error;
        },
      );
    },
    [queries],
  );
}

function showFate(queries: QueryClient, order: CreateOption, fate: OrderFate): void {
  switch (fate.kind) {
    case 'accepted':
      setOrderState({ kind: 'idle' });
      showAccepted(queries, fate.trade);
      return announce(fate.trade);
    case 'refused': {
      const { code, message } = fate.failure;
      if (code === 'payout_changed') void queries.invalidateQueries({ queryKey: [PAYOUT_PATH] });
      // Another tab has switched: this one shows what is not so any more.
      if (code === 'mode_changed') void refreshBalance(queries);
      return setOrderState({ kind: 'refused', code, message, order });
    }
    case 'unclear':
      // It stands among the active trades from here on; the ticket is free for another.
      closeTradeForm();
      return setOrderState({ kind: 'idle' });
    default:
      return assertNever(fate);
  }
}

/** A trade that was opened, where the lists are read; they are asked for again besides. */
export function showAccepted(queries: QueryClient, trade: Option): void {
  takeTrade(queries, trade);
  void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey });
  closeTradeForm();
}

function closeTradeForm(): void {
  if (useUi.getState().modal === 'tradeForm') useUi.getState().closeModal();
}

function announce(trade: Option): void {
  const text = words.acceptedText(formatMoney(trade.amount), formatClock(trade.expiry_time));
  toast.success(words.accepted(trade.asset_symbol, trade.option_type), { description: text });
}
