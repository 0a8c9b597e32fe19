import type { TradingStats } from '@vigia/contract';
import { formatMinor } from '@vigia/core/money';
import { formatLength } from '@vigia/core/trades';
import { useRef, useState } from 'react';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { Sheet } from '#shared/ui/dialog.tsx';
import { tradingMessages } from '../messages.es.ts';
import { TicketForm } from './ticket-form.tsx';
import { OrderNotice, OtherPricesNote, PayoutProblem } from './ticket-parts.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import { type Ticket, useTicket } from './use-ticket.ts';

const words = tradingMessages.ticket;
const NOTHING = '—';

type OrderBarProps = { readonly symbol: string; readonly stats: TradingStats | undefined };

/** Renders the compact order form of a phone: three values that open the full order form, and the two order buttons. */
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
        <div className="grid grid-cols-[1fr_1fr_1.15fr] gap-1.5">
          {figures(ticket).map(([name, figure]) => (
            <button
              key={name}
              type="button"
              className="grid h-(--h-touch) content-center rounded-control border border-line bg-raised px-2.5 text-left"
              aria-label={words.edit(name, figure)}
              onClick={() => setOpen(true)}
            >
              <small className="text-12 text-fg-3">{name}</small>
              <b className="truncate text-13">{figure}</b>
            </button>
          ))}
        </div>
        <TradeButtons ticket={ticket} />
      </section>
      <Sheet open={open} onOpenChange={setOpen} title={words.label}>
        <TicketForm ticket={ticket} stats={stats} />
      </Sheet>
    </>
  );
}

const figures = ({ entry, currency, length, odds }: Ticket): readonly (readonly [string, string])[] => [
  [words.amount, entry.kind === 'amount' ? formatMoney(formatMinor(entry.amountMinor, currency), currency) : NOTHING],
  [words.durationLabel, formatLength(length)],
  [words.breakEven, odds ? formatPercent(odds.breakEven) : NOTHING],
];
