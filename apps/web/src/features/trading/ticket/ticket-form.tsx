import type { TradingStats } from '@vigia/contract';
import { AmountField } from './amount-field.tsx';
import { DurationField } from './duration-field.tsx';
import { OddsBox } from './odds-box.tsx';
import { OrderNotice, TicketHead, VerdictLine } from './ticket-parts.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import type { Ticket } from './use-ticket.ts';

type TicketFormProps = {
  readonly ticket: Ticket;
  readonly stats: TradingStats | undefined;
};

/** The whole ticket: card, sheet and dialog put it into their own frame. */
export function TicketForm({ ticket, stats }: TicketFormProps) {
  return (
    <>
      <TicketHead ticket={ticket} />
      <AmountField entry={ticket.entry} limits={ticket.limits} />
      <DurationField />
      <OddsBox odds={ticket.odds} />
      <VerdictLine stats={stats} />
      <div className="relative">
        {/* Laid over what stands above: a refusal must not move the buttons nor the chart beside. */}
        <div className="absolute inset-x-0 bottom-full z-(--z-sticky) mb-2 rounded-control shadow-overlay">
          <OrderNotice ticket={ticket} />
        </div>
        <TradeButtons ticket={ticket} />
      </div>
    </>
  );
}
