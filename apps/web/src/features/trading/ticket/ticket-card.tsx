import type { TradingStats } from '@vigia/contract';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Card } from '#shared/ui/card.tsx';
import { tradingMessages } from '../messages.es.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

type TicketProps = { readonly symbol: string; readonly stats: TradingStats | undefined };

/**
 * The last line of the order form's card: the switch of the hotkeys, and the hotkeys, which nothing else can arm. It
 * loads after the order form, into reserved space, so that the layout does not shift.
 */
const TicketKeys = lazyComponent(
  async () => (await import('./ticket-keys.tsx')).TicketKeys,
  <div className="h-5" aria-hidden />,
);

/** The strip loads after the order form, into reserved space. */
const TradeStrip = lazyComponent(
  async () => (await import('../strip/trade-strip.tsx')).TradeStrip,
  <div className="h-22 touch:h-24" aria-hidden />,
);

/** Renders the card in which the user prepares and places a trade. */
export function TicketCard({ symbol, stats }: TicketProps) {
  const ticket = useTicket(symbol);
  return (
    <Card
      data-keep-clear
      className="flex flex-col gap-2.5 px-4 py-3.5 max-lg:p-3"
      aria-label={tradingMessages.ticket.label}
    >
      <TicketForm ticket={ticket} stats={stats}>
        <TradeStrip />
      </TicketForm>
      <TicketKeys order={ticket.order} />
    </Card>
  );
}
