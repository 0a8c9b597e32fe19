import { useQuery } from '@tanstack/react-query';
import { useUi } from '#shared/lib/ui-store.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { tradingMessages } from '../messages.es.ts';
import { statsQuery } from '../queries.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

/** The order form wherever there is no ticket beside; closes once its order is taken. */
export function TradeFormDialog() {
  const open = useUi((ui) => ui.modal === 'tradeForm');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={open} onOpenChange={close} title={tradingMessages.ticket.label}>
      <TradeForm />
    </Dialog>
  );
}

function TradeForm() {
  const symbol = useUi((ui) => ui.symbol);
  const ticket = useTicket(symbol);
  const { data: stats } = useQuery(statsQuery);
  return <TicketForm ticket={ticket} stats={stats} />;
}
