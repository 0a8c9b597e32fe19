import { formatMinor } from '@vigia/core/money';
import { formatLength, isSameLength, minutesLong } from '@vigia/core/trades';
import { isOffered } from '#shared/length/offered-lengths.ts';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';
import { useTicketStore } from './ticket-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;
const NOTHING = '—';

type TicketFiguresProps = {
  readonly ticket: Ticket;
  /** Opens the full order form. */
  readonly onEdit: () => void;
};

/** Renders the figures of the order as buttons that open the full order form, and the change of the length. */
export const TicketFigures = ({ ticket, onEdit }: TicketFiguresProps) => (
  <>
    {figures(ticket).map(([name, figure]) => (
      <Figure key={name} name={name} label={words.edit(name, figure)} onClick={onEdit}>
        {figure}
      </Figure>
    ))}
    <QuickLength asset={ticket.asset} />
  </>
);

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
