import type { TradingStats } from '@vigia/contract';
import { useRef, useState } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { tradingMessages } from '../messages.es.ts';
import { TicketFigures } from './ticket-figures.tsx';
import { OrderNotice, OtherPricesNote, PayoutProblem } from './ticket-parts.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import { useTicket } from './use-ticket.ts';

const words = tradingMessages.ticket;

/** The full order form loads directly after the bar, so that it opens without a wait. */
const TicketSheet = lazyComponent(async () => (await import('./ticket-sheet.tsx')).TicketSheet);
const TradeStrip = lazyComponent(async () => (await import('../strip/trade-strip.tsx')).TradeStrip);

type OrderBarProps = { readonly symbol: string; readonly stats: TradingStats | undefined };

/** Renders the compact order form on a phone: three values that open the full order form, and the two order buttons. */
export function OrderBar({ symbol, stats }: OrderBarProps) {
  const ticket = useTicket(symbol);
  const { failure, ratio } = ticket.payout;
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  return (
    <>
      <section
        ref={bar}
        aria-label={words.label}
        className="fixed inset-x-0 bottom-(--nav-bar,0px) z-(--z-bar) grid gap-2 border-t border-line-strong bg-overlay px-3 pt-2 pb-3"
      >
        {!open && <OrderNotice ticket={ticket} />}
        {!open && <OtherPricesNote />}
        {!open && failure !== null && ratio === null && <PayoutProblem failure={failure} />}
        <div className="grid auto-cols-fr grid-flow-col gap-1.5">
          <TicketFigures ticket={ticket} onEdit={() => setOpen(true)} />
        </div>
        <TradeStrip />
        <TradeButtons ticket={ticket} />
      </section>
      <TicketSheet open={open} ticket={ticket} stats={stats} onClose={() => setOpen(false)} />
    </>
  );
}
