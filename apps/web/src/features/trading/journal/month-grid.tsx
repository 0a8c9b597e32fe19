import type { Currency } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { DayCell } from './day-cell.tsx';
import { type MonthDay, weeksOf } from './month-days.ts';

const WEEKDAYS = Object.entries(uiMessages.record.weekdays)
  .toSorted(([a], [b]) => Number(a) - Number(b))
  .map(([, name]) => name);

type MonthGridProps = {
  readonly label: string;
  readonly days: readonly MonthDay[];
  readonly currency: Currency;
  readonly today: string;
  readonly chosen: string | null;
  readonly onChoose: (day: string) => void;
};

/** Renders the days of a month as a table of weeks, Monday first. */
export const MonthGrid = ({ label, days, currency, today, chosen, onChoose }: MonthGridProps) => (
  <table aria-label={label} className="w-full table-fixed border-separate border-spacing-1 max-md:border-spacing-0.5">
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" className="text-12 font-medium text-fg-3">
            <span aria-hidden>{name.slice(0, 2)}</span>
            <span className="sr-only">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(days).map((week) => (
        <tr key={week.find((day) => day !== null)?.day}>
          {week.map((day, column) =>
            day === null ? (
              <td key={WEEKDAYS[column]} aria-hidden />
            ) : (
              <td key={day.day} className="h-px p-0 align-top">
                <DayCell
                  day={day}
                  currency={currency}
                  isToday={day.day === today}
                  isChosen={day.day === chosen}
                  onChoose={onChoose}
                />
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
