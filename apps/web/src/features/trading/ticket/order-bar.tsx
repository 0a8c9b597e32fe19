import type { TradingStats } from '@vigia/contract';
import { formatMinor } from '@vigia/core/money';
import { formatLength, isSameLength, minutesLong } from '@vigia/core/trades';
import { useRef, useState } from 'react';
import { isOffered } from '#shared/length/offered-lengths.ts';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { tradingMessages } from '../messages.es.ts';
import { OrderNotice, OtherPricesNote, PayoutProblem } from './ticket-parts.tsx';
import { useTicketStore } from './ticket-store.ts';
import { TradeButtons } from './trade-buttons.tsx';
import { type Ticket, useTicket } from './use-ticket.ts';

const words = tradingMessages.ticket;
const NOTHING = '—';

/** The full order form loads directly after the bar, so that it opens without a wait. */
const TicketSheet = onDemand(async () => (await import('./ticket-sheet.tsx')).TicketSheet);
const TradeStrip = onDemand(async () => (await import('../strip/trade-strip.tsx')).TradeStrip);

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
        <div className="grid auto-cols-fr grid-flow-col gap-1.5">
          {figures(ticket).map(([name, figure]) => (
            <Figure key={name} name={name} label={words.edit(name, figure)} onClick={() => setOpen(true)}>
              {figure}
            </Figure>
          ))}
          <QuickLength asset={ticket.asset} />
        </div>
        <TradeStrip />
        <TradeButtons ticket={ticket} />
      </section>
      <TicketSheet open={open} ticket={ticket} stats={stats} onClose={() => setOpen(false)} />
    </>
  );
}

type FigureProps = {
  readonly name: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly children: string;
};

const Figure = ({ name, label, onClick, children }: FigureProps) => (
  <button
    type="button"
    className="grid h-(--h-touch) min-w-0 content-center rounded-control border border-line bg-raised px-2 text-left"
    aria-label={label}
    onClick={onClick}
  >
    <small className="truncate text-12 text-fg-3">{name}</small>
    <b className="truncate text-13">{children}</b>
  </button>
);

/** Changes the length with one tap: to one minute, and from one minute back to the length before. */
function QuickLength({ asset }: Pick<Ticket, 'asset'>) {
  const length = useTicketStore((ticket) => ticket.length);
  const before = useTicketStore((ticket) => ticket.lengthBefore);
  const setLength = useTicketStore((ticket) => ticket.setLength);
  const other = isSameLength(length, ONE_MINUTE) ? before : ONE_MINUTE;
  if (isSameLength(other, length) || !isOffered(asset, other)) return null;
  const text = formatLength(other);
  return (
    <Figure name={words.changeTo} label={words.changeLengthTo(text)} onClick={() => setLength(other)}>
      {text}
    </Figure>
  );
}

const ONE_MINUTE = minutesLong(1);

const figures = ({ entry, currency, length, odds }: Ticket): readonly (readonly [string, string])[] => [
  [words.amount, entry.kind === 'amount' ? formatMoney(formatMinor(entry.amountMinor, currency), currency) : NOTHING],
  [words.durationLabel, formatLength(length)],
  [words.breakEven, odds ? formatPercent(odds.breakEven) : NOTHING],
];
