import type { CalendarResult, TradeCalendar } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { formatSignedShort } from './calendar-format.ts';
import { addMonths, monthDays, monthTotalOf, weeksOf } from './month-days.ts';

const PAPER = { kind: 'mock', currency: 'USD' } as const;
const REAL = { kind: 'real', currency: 'USD' } as const;

const resultOf = (day: string, given: Partial<CalendarResult> = {}): CalendarResult => ({
  day,
  purse: PAPER,
  trades: 2,
  won: 1,
  lost: 1,
  tied: 0,
  voided: 0,
  profit: -1.5,
  late_entries: 0,
  unknown_entries: 0,
  after_loss: 0,
  ...given,
});

const CALENDAR: TradeCalendar = {
  month: '2026-11',
  time_zone: 'UTC',
  results: [
    resultOf('2026-11-02', { late_entries: 1, after_loss: 2, unknown_entries: 1 }),
    resultOf('2026-11-02', { purse: REAL, profit: 900 }),
    resultOf('2026-11-03', { profit: 4 }),
    resultOf('2026-11-04', { profit: 0 }),
  ],
  marks: [{ day: '2026-11-02', limits_reached: 1, late_signals: 2 }],
  limits_known_from: '2026-08-01T00:00:00.000Z',
};

describe('the days of a month', () => {
  const days = monthDays('2026-11', PAPER, CALENDAR);

  it('are all days of the month, each with the result of one purse only', () => {
    expect(days).toHaveLength(30);
    expect(days[1]?.result?.profit).toBe(-1.5);
    expect(days[4]?.result).toBeNull();
    expect(monthDays('2026-11', REAL, CALENDAR)[1]?.result?.profit).toBe(900);
  });

  it('have the marks of the purse and the marks of the account', () => {
    expect(days[1]?.marks).toEqual({ limit: 1, late: 3, afterLoss: 2 });
    expect(monthDays('2026-11', REAL, CALENDAR)[1]?.marks).toEqual({ limit: 1, late: 2, afterLoss: 0 });
  });

  it('include 29 February of a leap year only', () => {
    expect(monthDays('2028-02', PAPER, undefined)).toHaveLength(29);
    expect(monthDays('2027-02', PAPER, undefined)).toHaveLength(28);
  });

  it('stand in weeks from Monday to Sunday', () => {
    // The 1st of November 2026 is a Sunday.
    const weeks = weeksOf(days);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]?.map((day) => day?.day ?? null)).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[1]?.[0]?.day).toBe('2026-11-02');
    expect(weeks[5]?.[0]?.day).toBe('2026-11-30');
    // June 2026 starts on a Monday.
    expect(weeksOf(monthDays('2026-06', PAPER, undefined))[0]?.[0]?.day).toBe('2026-06-01');
  });

  it('add up to the month, and count as gain, loss or neither', () => {
    expect(monthTotalOf(days)).toEqual({
      trades: 6,
      profit: 2.5,
      unknownEntries: 1,
      days: { won: 1, lost: 1, even: 1 },
    });
  });
});

it('addMonths crosses the end of a year in both directions', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
});

it('formatSignedShort keeps the sign and fits into a narrow cell', () => {
  expect([8.5, -16, -1_234.5, 0].map((amount) => formatSignedShort(amount, 'USD'))).toEqual([
    '+8.5',
    '−16',
    '−1,235',
    '0',
  ]);
  expect(formatSignedShort(12_345, 'USD')).toBe('+12.3K');
  expect(formatSignedShort(0.00123, 'BTC')).toBe('+0.0012');
});
