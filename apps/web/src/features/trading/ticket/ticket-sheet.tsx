import type { TradingStats } from '@vigia/contract';
import { Sheet } from '#shared/ui/dialog.tsx';
import { tradingMessages } from '../messages.es.ts';
import { TicketForm } from './ticket-form.tsx';
import type { Ticket } from './use-ticket.ts';

type SheetProps = {
  readonly open: boolean;
  readonly ticket: Ticket;
  readonly stats: TradingStats | undefined;
  readonly onClose: () => void;
};

/**
 * Renders the full order form on a phone. It closes when its order is sent, because it would cover the trade on the
 * chart; the bar below shows a refusal.
 */
export function TicketSheet({ open, ticket, stats, onClose }: SheetProps) {
  const closing: Ticket = {
    ...ticket,
    order: (...order) => {
      ticket.order(...order);
      onClose();
    },
  };
  return (
    <Sheet open={open} onOpenChange={onClose} title={tradingMessages.ticket.label}>
      <div data-keep-clear className="grid gap-4">
        <TicketForm ticket={closing} stats={stats} />
      </div>
    </Sheet>
  );
}
