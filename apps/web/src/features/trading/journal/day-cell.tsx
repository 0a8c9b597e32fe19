import type { Currency } from '@vigia/core/vocabulary';
import { Clock3, type LucideIcon, OctagonX, RotateCcw } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { formatCount, formatDate, formatSignedMoney } from '#shared/lib/format.ts';
import { formatSignedShort } from './calendar-format.ts';
import { journalMessages } from './messages.es.ts';
import { DAY_MARKS, type DayMark, type MonthDay } from './month-days.ts';

const words = journalMessages.calendar;

export const DAY_MARK_ICONS: Readonly<Record<DayMark, LucideIcon>> = {
  limit: OctagonX,
  late: Clock3,
  afterLoss: RotateCcw,
};

type Outcome = keyof typeof words.outcome;
const LOOK: Readonly<Record<Outcome, string>> = {
  gain: 'border-transparent bg-call-tint text-call',
  loss: 'border-transparent bg-put-tint text-put',
  even: 'border-line bg-raised text-fg-2',
};

const outcomeOf = (profit: number): Outcome => (profit > 0 ? 'gain' : profit < 0 ? 'loss' : 'even');

const cellClass = 'flex h-full min-h-16 w-full flex-col items-stretch gap-0.5 rounded-chip border p-1 text-left';

type DayCellProps = {
  readonly day: MonthDay;
  readonly currency: Currency;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (day: string) => void;
};

/** Renders a day of the calendar. A day with trades is a button; its name says in words what colour and icons show. */
export function DayCell({ day, currency, isToday, isChosen, onChoose }: DayCellProps) {
  const { result, marks } = day;
  const number = (
    <span className={cn('text-12 text-fg-2', isToday && 'font-semibold text-fg-1 underline')}>
      {Number(day.day.slice(-2))}
    </span>
  );
  if (result === null) {
    return (
      <div className={cn(cellClass, 'border-line')}>
        {number}
        <MarkIcons marks={marks} />
        <span className="sr-only">{describeDay(day, currency)}</span>
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-label={describeDay(day, currency)}
      aria-pressed={isChosen}
      className={cn(
        cellClass,
        'transition hover:brightness-110',
        LOOK[outcomeOf(result.profit)],
        isChosen && 'ring-2 ring-accent',
      )}
      onClick={() => onChoose(day.day)}
    >
      {number}
      <b className="text-12 leading-4 [overflow-wrap:anywhere] md:hidden">
        {formatSignedShort(result.profit, currency)}
      </b>
      <b className="text-13 max-md:hidden">{formatSignedMoney(result.profit, currency)}</b>
      <span className="text-12 text-fg-2 max-md:hidden">{words.trades(result.trades)}</span>
      <span className="text-12 leading-4 text-fg-2 md:hidden">{words.short(formatCount(result.trades))}</span>
      <MarkIcons marks={marks} />
    </button>
  );
}

const MarkIcons = ({ marks }: { readonly marks: MonthDay['marks'] }) => (
  <span aria-hidden className="mt-auto flex gap-0.5 text-warn">
    {DAY_MARKS.filter((mark) => marks[mark] > 0).map((mark) => {
      const Icon = DAY_MARK_ICONS[mark];
      return <Icon key={mark} size={13} />;
    })}
  </span>
);

/** Describes a day in words: trades, result and marks. */
function describeDay({ day, result, marks }: MonthDay, currency: Currency): string {
  const figures =
    result === null
      ? [words.noTrades]
      : [
          words.trades(result.trades),
          formatSignedMoney(result.profit, currency),
          words.outcome[outcomeOf(result.profit)],
        ];
  const marked = DAY_MARKS.filter((mark) => marks[mark] > 0).map((mark) => words.marks[mark].count(marks[mark]));
  return words.day(formatDate(day), [...figures, ...marked]);
}
