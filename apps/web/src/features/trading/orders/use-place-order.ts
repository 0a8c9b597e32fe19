import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CreateOption, Option } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { formatLength, lengthIn } from '@vigia/core/trades';
import { useCallback } from 'react';
import type { ApiFailure } from '#shared/lib/api-failure.ts';
import { PAYOUT_PATH } from '#shared/lib/assets.ts';
import { refreshChoice } from '#shared/lib/chosen-account.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { toast } from '#shared/ui/toast.ts';
import { tradingMessages } from '../messages.es.ts';
import { activeTradesQuery } from '../queries.ts';
import { purseText, rememberStake } from '../ticket/last-stake.ts';
import { storeChangedTrade } from '../trades/live-trades.ts';
import type { OrderOutcome } from './order-outcome.ts';
import { type OrderTicket, useOrders } from './order-store.ts';

const words = tradingMessages.orders;
/** Error codes which mean that another account was chosen in another tab. */
const CHANGED: ReadonlySet<string> = new Set(['mode_changed', 'broker_account_changed', 'account_changed']);

/** How the sender of an order learns its outcome. By default the order form shows why an order was refused. */
export type OrderSender = {
  /** Id of the trade that the order repeats. */
  readonly repeats?: string;
  /** Called when the order was accepted, or when its outcome is unknown and the trade list shows it. */
  readonly onLeft?: () => void;
  /** Called instead of the message on the order form. */
  readonly onRefused?: (failure: ApiFailure) => void;
};

/** Returns a function that sends an order and shows its outcome. */
export function usePlaceOrder(): (order: CreateOption, sender?: OrderSender) => void {
  const queries = useQueryClient();
  const orders = useOrders();
  return useCallback(
    (order, sender = {}) => {
      const sent = orders.submitter.submit(order);
      if (!sent) return;
      orders.setState({ kind: 'sending', direction: order.option_type, repeats: sender.repeats });
      sent.then(
        (outcome) => {
          showOutcome(queries, orders, { order, sender }, outcome);
          if (outcome.kind !== 'refused') sender.onLeft?.();
        },
        (error: unknown) => {
          orders.setState({ kind: 'idle' });
          throw error;
        },
      );
    },
    [queries, orders],
  );
}

type Sent = { readonly order: CreateOption; readonly sender: OrderSender };

function showOutcome(queries: QueryClient, orders: OrderTicket, { order, sender }: Sent, outcome: OrderOutcome): void {
  switch (outcome.kind) {
    case 'accepted':
      orders.setState({ kind: 'idle' });
      rememberStake(purseText({ kind: outcome.trade.account, currency: outcome.trade.currency }), outcome.trade.amount);
      showAcceptedTrade(queries, outcome.trade);
      return announce(outcome.trade);
    case 'refused': {
      const { code, message } = outcome.failure;
      if (code === 'payout_changed') void queries.invalidateQueries({ queryKey: [PAYOUT_PATH] });
      // Another account was chosen in another tab, so the data of this tab is outdated.
      if (code !== null && CHANGED.has(code)) void refreshChoice(queries);
      if (sender.onRefused === undefined) return orders.setState({ kind: 'refused', code, message, order });
      orders.setState({ kind: 'idle' });
      return sender.onRefused(outcome.failure);
    }
    case 'unclear':
      // The trade list shows the order from now on, so the order form accepts the next order.
      closeTradeForm();
      return orders.setState({ kind: 'idle' });
    default:
      return assertNever(outcome);
  }
}

/** Adds an opened trade to the cached lists, and refetches them. */
export function showAcceptedTrade(queries: QueryClient, trade: Option): void {
  storeChangedTrade(queries, trade);
  void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey });
  closeTradeForm();
}

function closeTradeForm(): void {
  if (useUi.getState().modal === 'tradeForm') useUi.getState().closeModal();
}

function announce(trade: Option): void {
  const amount = formatMoney(trade.amount, trade.currency);
  const length = lengthIn(trade);
  const text =
    length.unit === 'ticks'
      ? words.acceptedTicks(amount, formatLength(length))
      : words.acceptedText(amount, formatClock(trade.expiry_time));
  toast.success(words.accepted(trade.asset_symbol, trade.option_type), { description: text });
}
