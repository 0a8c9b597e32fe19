import { formatLength } from '@vigia/core/trades';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { signalAge, useSignalAge } from '#shared/lib/signal-age.ts';
import { type SignalOrder, useSignalOrder } from '#shared/lib/signal-order.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { AmountField } from '../ticket/amount-field.tsx';
import { OrderOdds, OrderSummary } from '../ticket/ticket-form.tsx';
import { OrderNotice, OtherPricesNote, TicketHeader } from '../ticket/ticket-parts.tsx';
import { TradeButton } from '../ticket/trade-buttons.tsx';
import { type Ticket, useTicket } from '../ticket/use-ticket.ts';
import { signalOrderMessages as words } from './messages.es.ts';

/**
 * Renders the order on a signal: its asset, direction and length are set, and the age of the signal counts. Only a tap
 * on the button sends it. It closes after its order has left.
 */
export function SignalOrderDialog() {
  const signal = useSignalOrder((state) => state.signal);
  const close = useUi((ui) => ui.closeModal);
  const mobile = useIsMobile();
  if (signal === null) return null;
  const Frame = mobile ? Sheet : Dialog;
  return (
    <Frame
      open
      onOpenChange={close}
      title={words.title}
      description={words.what(signal.name, formatLength(signal.length))}
    >
      <SignalOrderForm key={signal.id} signal={signal} onLeft={close} />
    </Frame>
  );
}

type FormProps = { readonly signal: SignalOrder; readonly onLeft: () => void };

function SignalOrderForm({ signal, onLeft }: FormProps) {
  const { asset, direction, length, entryMs } = signal;
  const { stream } = useServices();
  const age = useSignalAge(entryMs);
  const fixed = useMemo(() => ({ length, sender: { onLeft } }), [length, onLeft]);
  const prepared = useTicket(asset, fixed);
  // The age counts at the tap. The text on the screen may be a moment older.
  const isInTime = () => !signalAge(entryMs, stream.serverNow(), age.limitS).isLate;
  const ticket: Ticket = { ...prepared, order: (...order) => isInTime() && prepared.order(...order) };
  return (
    <div data-keep-clear className="grid gap-3">
      <TicketHeader ticket={ticket} />
      <p className="flex items-center gap-2 text-13 text-fg-2">
        <DirectionTag direction={direction} />
        <span className="tabular-nums">{words.ago(age.seconds)}</span>
      </p>
      <OtherPricesNote />
      <AmountField entry={ticket.entry} limits={ticket.limits} currency={ticket.currency} />
      <OrderOdds odds={ticket.odds} currency={ticket.currency} />
      <OrderSummary ticket={ticket} />
      {ticket.durationFault && <FieldError>{words.notOffered(asset, formatLength(length))}</FieldError>}
      <OrderNotice ticket={ticket} />
      {age.isLate ? (
        <Note icon={TriangleAlert} tone="warn">
          <b>{words.lateTitle}</b> {words.late(age.seconds, age.limitS)}
        </Note>
      ) : (
        <TradeButton direction={direction} ticket={ticket} />
      )}
    </div>
  );
}
