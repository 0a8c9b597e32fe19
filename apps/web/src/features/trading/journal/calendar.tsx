import { useQuery } from '@tanstack/react-query';
import type { Purse, TradeCalendar } from '@vigia/contract';
import { ChevronLeft, ChevronRight, Info } from 'lucide-react';
import { useState } from 'react';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { formatDate } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { dayIn } from '#shared/lib/zone-days.ts';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { Select } from '#shared/ui/select.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { useHistoryFilter } from '../history/filter-store.ts';
import { useTradeFilter } from '../history/trade-filter.ts';
import { performanceQuery } from '../performance/performance-query.ts';
import { formatMonth } from './calendar-format.ts';
import { calendarQuery } from './journal-queries.ts';
import { Legend } from './legend.tsx';
import { journalMessages } from './messages.es.ts';
import { addMonths, type MonthDay, monthDays, monthTotalOf } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';

const words = journalMessages.calendar;

/** How often the calendar reads the clock, in milliseconds, so that it knows today soon after midnight. */
const READ_EVERY_MS = 30_000;

/** Renders the days of a month. A chosen day becomes the period of the history, and the calendar closes. */
export function Calendar({ onChosen }: { readonly onChosen: () => void }) {
  const zone = useDisplayZone((display) => display.zone);
  const today = dayIn(useServerNow(READ_EVERY_MS), zone);
  const { filter, change } = useHistoryFilter();
  const { period } = filter;
  const chosen = period.kind === 'range' && period.fromDay === period.toDay ? period.fromDay : null;
  const [month, setMonth] = useState((chosen ?? today).slice(0, 7));
  const { purses, purse, choosePurse } = usePurse();
  const query = useQuery(calendarQuery(month));
  if (query.isError) {
    return <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || purse === null) {
    return (
      <div role="status" aria-label={words.loading}>
        <Skeleton className="h-[420px]" />
      </div>
    );
  }
  const days = monthDays(month, purse, query.isPlaceholderData ? undefined : query.data);
  const choose = (day: string) => {
    change({ period: { kind: 'range', fromDay: day, toDay: day }, ...(purses.length > 1 && { purse }) });
    onChosen();
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <MonthStepper month={month} thisMonth={today.slice(0, 7)} onChange={setMonth} />
        {purses.length > 1 && <PurseSelect purses={purses} purse={purse} onChange={choosePurse} />}
      </div>
      <Total days={days} purse={purse} />
      <MonthGrid
        label={`${formatMonth(month)} · ${purseName(purse)}`}
        days={days}
        currency={purse.currency}
        today={today}
        chosen={chosen}
        onChoose={choose}
      />
      <Unknowns days={days} calendar={query.data} />
      <Legend />
    </div>
  );
}

/** Returns the user's purses and the shown one: that of the filter, else that of the figures of the history. */
function usePurse() {
  const wanted = useHistoryFilter(({ filter }) => filter.purse);
  const [picked, choosePurse] = useState<Purse | null>(wanted);
  const { data } = useQuery(performanceQuery(useTradeFilter()));
  return { purses: data?.purses ?? [], purse: picked ?? data?.purse ?? null, choosePurse };
}

type PurseSelectProps = {
  readonly purses: readonly Purse[];
  readonly purse: Purse;
  readonly onChange: (purse: Purse) => void;
};

const PurseSelect = ({ purses, purse, onChange }: PurseSelectProps) => (
  <div className="ml-auto text-13 max-md:ml-0 max-md:w-full">
    <Select
      aria-label={words.money}
      value={purseName(purse)}
      onChange={(event) => onChange(purses.find((each) => purseName(each) === event.target.value) ?? purse)}
    >
      {purses.map(purseName).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  </div>
);

type MonthStepperProps = {
  readonly month: string;
  readonly thisMonth: string;
  readonly onChange: (month: string) => void;
};

const MonthStepper = ({ month, thisMonth, onChange }: MonthStepperProps) => (
  <div className="flex items-center gap-1 max-md:w-full max-md:justify-between">
    <Button variant="ghost" size="icon" aria-label={words.before} onClick={() => onChange(addMonths(month, -1))}>
      <ChevronLeft size={18} aria-hidden />
    </Button>
    <b className="min-w-40 text-center text-14 first-letter:uppercase" aria-live="polite">
      {formatMonth(month)}
    </b>
    <Button
      variant="ghost"
      size="icon"
      aria-label={words.after}
      disabled={month >= thisMonth}
      onClick={() => onChange(addMonths(month, 1))}
    >
      <ChevronRight size={18} aria-hidden />
    </Button>
  </div>
);

/** Shows the result of the month, and on how many days it rose and fell. */
function Total({ days, purse }: { readonly days: readonly MonthDay[]; readonly purse: Purse }) {
  const { trades, profit, days: counts } = monthTotalOf(days);
  if (trades === 0) return <p className="text-13 text-fg-2">{words.none}</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-fg-2">
      <span>
        {words.total(purseName(purse))}{' '}
        <Money amount={profit} currency={purse.currency} kind="result" className="text-14 font-semibold" />
      </span>
      <span>{words.trades(trades)}</span>
      <span>{words.days(counts.won, counts.lost, counts.even)}</span>
    </p>
  );
}

/** States what the marks of this month cannot know. */
function Unknowns({ days, calendar }: { readonly days: readonly MonthDay[]; readonly calendar: TradeCalendar }) {
  const knownFrom = dayIn(Date.parse(calendar.limits_known_from), calendar.time_zone);
  const texts = [
    ...((days[0]?.day ?? '') < knownFrom ? [words.limitsUnknown(formatDate(knownFrom))] : []),
    ...[monthTotalOf(days).unknownEntries].filter((count) => count > 0).map(words.entriesUnknown),
  ];
  if (texts.length === 0) return null;
  return (
    <Note icon={Info}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </Note>
  );
}
