import { useQueryClient } from '@tanstack/react-query';
import type { CreateOption, Option } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { tradingMessages } from '../messages.es.ts';
import { activeTradesQuery, PATH } from '../queries.ts';
import { takeTrade } from '../trades/live-trades.ts';
import type { OrderOutcome } from './order-sender.ts';
import { orderSender, setOrderState } from './order-store.ts';

const words = tradingMessages.orders;

export type PlaceOrder = {
  readonly place: (order: CreateOption) => void;
  /** Asks again about an order of which nobody knows whether it arrived. */
  readonly resend: (order: CreateOption, again: () => Promise<OrderOutcome> | null) => void;
};

/** Sends orders and brings what comes of them to the screen. */
export function usePlaceOrder(): PlaceOrder {
  const queries = useQueryClient();
  const follow = useCallback(
    (order: CreateOption, sent: Promise<OrderOutcome> | null) => {
      if (!sent) return;
      setOrderState({ kind: 'sending', direction: order.option_type });
      const onAccepted = (trade: Option) => {
        takeTrade(queries, trade);
        void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey });
        if (useUi.getState().modal === 'tradeForm') useUi.getState().closeModal();
        announce(trade);
      };
      const onRefused = (code: string | null) => {
        if (code === 'payout_changed') void queries.invalidateQueries({ queryKey: [PATH.payout] });
      };
      sent.then(
        (outcome) => {
          switch (outcome.kind) {
            case 'accepted':
              setOrderState({ kind: 'idle' });
              return onAccepted(outcome.trade);
            case 'refused':
              setOrderState({ kind: 'refused', message: outcome.failure.message, order });
              return onRefused(outcome.failure.code);
            case 'unclear':
              setOrderState({ kind: 'unclear', order, resend: outcome.resend });
              return void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey });
            default:
              return assertNever(outcome);
          }
        },
        (error: unknown) => {
          setOrderState({ kind: 'idle' });
          throw error;
        },
      );
    },
    [queries],
  );
  const place = useCallback((order: CreateOption) => follow(order, orderSender.send(order)), [follow]);
  const resend = useCallback<PlaceOrder['resend']>((order, again) => follow(order, again()), [follow]);
  return { place, resend };
}

function announce(trade: Option): void {
  const text = words.acceptedText(formatMoney(trade.amount), formatClock(trade.expiry_time));
  toast.success(words.accepted(trade.asset_symbol, trade.option_type), { description: text });
}
