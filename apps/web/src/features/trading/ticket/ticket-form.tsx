import type { TradingStats } from '@vigia/contract';
import { AmountField } from './amount-field.tsx';
import { DurationField } from './duration-field.tsx';
import { OddsBox, OddsSentence } from './odds-box.tsx';
import {
  OrderNotice,
  OtherPricesNote,
  PayoutProblem,
  TicketHead,
  UnreliableText,
  VerdictLine,
} from './ticket-parts.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import type { Ticket } from './use-ticket.ts';

type TicketFormProps = { readonly ticket: Ticket; readonly stats: TradingStats | undefined };

/** The whole ticket: card, sheet and dialog put it into their own frame. */
export const TicketForm = ({ ticket, stats }: TicketFormProps) => (
  <>
    <TicketHead ticket={ticket} />
    <OtherPricesNote />
    <AmountField entry={ticket.entry} limits={ticket.limits} />
    <DurationField />
    <OddsBox odds={ticket.odds} />
    <div className="relative grid content-start gap-2.5">
      <Sentence ticket={ticket} />
      <VerdictLine stats={stats} />
      {/* Laid over what stands here: a refusal must not move the buttons nor the chart beside. */}
      <div className="absolute inset-x-0 bottom-0 z-(--z-sticky) grid min-h-full rounded-control shadow-overlay empty:hidden">
        <OrderNotice ticket={ticket} />
      </div>
    </div>
    <TradeButtons ticket={ticket} />
  </>
);

/** Summary of the order, or the reason why there is none. */
function Sentence({ ticket }: { readonly ticket: Ticket }) {
  if (ticket.block?.kind === 'unreliable') return <UnreliableText />;
  if (ticket.payout.failure !== null) return <PayoutProblem failure={ticket.payout.failure} />;
  return <OddsSentence odds={ticket.odds} amountFault={ticket.entry.kind === 'fault'} />;
}
