import type { CreateOption } from '@vigia/contract';
import { formatMinor } from '@vigia/core/money';
import { isSameLength, lengthIn } from '@vigia/core/trades';
import type { Direction } from '@vigia/core/vocabulary';
import { CircleAlert, X } from 'lucide-react';
import { formatPayout } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useOrderState, useOrders } from '../orders/order-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;

/** Shows why the last click opened no trade. The text disappears when the user changes the amount or the duration. */
export function OrderNotice({ ticket }: { readonly ticket: Ticket }) {
  const order = useOrderState();
  const { setState } = useOrders();
  if (order.kind !== 'refused' || !isAbout(order.order, ticket)) return null;
  return (
    <div role="alert" className="flex gap-2.5 rounded-control bg-error-tint px-3 py-2.5 text-13 text-fg-1">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-error" aria-hidden />
      <div className="min-w-0 grow">
        {order.message}
        {order.code === 'payout_changed' && <AcceptPayout ticket={ticket} direction={order.order.option_type} />}
      </div>
      <button
        type="button"
        className="-m-1 shrink-0 self-start rounded-chip p-1 text-fg-2 hover:text-fg-1"
        aria-label={words.dismiss}
        onClick={() => setState({ kind: 'idle' })}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

type AcceptPayoutProps = { readonly ticket: Ticket; readonly direction: Direction };

/**
 * Renders the button that places the order again at the current payout. It is disabled until the current payout is
 * known.
 */
function AcceptPayout({ ticket, direction }: AcceptPayoutProps) {
  const { ratio, asking } = ticket.payout;
  const known = ratio !== null && !asking;
  return (
    <Button size="sm" className="mt-2 flex" disabled={!known} onClick={() => ticket.order(direction, ratio)}>
      {known ? tradingMessages.orders.acceptPayout(direction, formatPayout(ratio)) : words.payoutLoading}
    </Button>
  );
}

const isAbout = (order: CreateOption, { symbol, currency, length, entry }: Ticket): boolean =>
  order.asset_symbol === symbol &&
  isSameLength(lengthIn(order), length) &&
  entry.kind === 'amount' &&
  order.amount === formatMinor(entry.amountMinor, currency);
