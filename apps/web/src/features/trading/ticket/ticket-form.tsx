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
  /** Where the word about the last click does not move the buttons: a sheet grows upwards, a card downwards. */
  readonly notice: 'above' | 'below';
};

/** The whole ticket: card, sheet and dialog put it into their own frame. */
export function TicketForm({ ticket, stats, notice }: TicketFormProps) {
  return (
    <>
      <TicketHead ticket={ticket} />
      <AmountField entry={ticket.entry} limits={ticket.limits} />
      <DurationField />
      <OddsBox odds={ticket.odds} />
      <VerdictLine stats={stats} />
      {notice === 'above' && <OrderNotice ticket={ticket} />}
      <TradeButtons ticket={ticket} />
      {notice === 'below' && <OrderNotice ticket={ticket} />}
    </>
  );
}
