import type { CalendarResult, Purse, TradeCalendar } from '@vigia/contract';
import { addDays } from '#shared/lib/zone-days.ts';

export const DAY_MARKS = ['limit', 'late', 'afterLoss'] as const;
export type DayMark = (typeof DAY_MARKS)[number];

/** A day of the calendar for one purse. */
export type MonthDay = {
  readonly day: string;
  /** Null if no trade of the purse ended on this day. */
  readonly result: CalendarResult | null;
  /** How often each mark applies. */
  readonly marks: Readonly<Record<DayMark, number>>;
};

const isSame = (a: Purse, b: Purse): boolean => a.kind === b.kind && a.currency === b.currency;

/** Returns every day of a month with the results of one purse and its marks. */
export function monthDays(month: string, purse: Purse, calendar: TradeCalendar | undefined): MonthDay[] {
  return daysOf(month).map((day) => {
    const result = calendar?.results.find((each) => each.day === day && isSame(each.purse, purse)) ?? null;
    const facts = calendar?.marks.find((each) => each.day === day);
    return {
      day,
      result,
      marks: {
        limit: facts?.limits_reached ?? 0,
        late: (facts?.late_signals ?? 0) + (result?.late_entries ?? 0),
        afterLoss: result?.after_loss ?? 0,
      },
    };
  });
}

/** Returns the month that is `months` months later: `2026-12` and 1 give `2027-01`. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

function daysOf(month: string): string[] {
  const first = `${month}-01`;
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) => day.startsWith(month));
}

/** Returns rows of seven days, Monday first. Null stands for a day of another month. */
export function weeksOf(days: readonly MonthDay[]): (MonthDay | null)[][] {
  const [first] = days;
  if (!first) return [];
  const blanks = (new Date(first.day).getUTCDay() + 6) % 7;
  const cells = [...Array.from({ length: blanks }, () => null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, row) =>
    Array.from({ length: 7 }, (_cell, column) => cells[row * 7 + column] ?? null),
  );
}

export type MonthTotal = {
  readonly trades: number;
  readonly profit: number;
  readonly unknownEntries: number;
  /** Number of days with a gain, with a loss, and with neither. */
  readonly days: { readonly won: number; readonly lost: number; readonly even: number };
};

/** Adds up the days of a month. */
export function monthTotalOf(days: readonly MonthDay[]): MonthTotal {
  const results = days.flatMap(({ result }) => result ?? []);
  const sum = (of: (result: CalendarResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const countOf = (sign: number) => results.filter(({ profit }) => Math.sign(profit) === sign).length;
  return {
    trades: sum(({ trades }) => trades),
    profit: sum(({ profit }) => profit),
    unknownEntries: sum(({ unknown_entries: unknown }) => unknown),
    days: { won: countOf(1), lost: countOf(-1), even: countOf(0) },
  };
}
