import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TradeCalendar } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setDisplayZone } from '#shared/lib/display-zone.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { NO_FILTER } from '../history/filter.ts';
import { useHistoryFilter } from '../history/filter-store.ts';
import { performanceOf } from '../performance/testing.ts';
import { CalendarButton } from './calendar-button.tsx';

const CALENDAR = 'GET /api/v1/trading/calendar';
const PERFORMANCE = 'GET /api/v1/trading/performance';
const PAPER = { kind: 'mock', currency: 'USD' } as const;
const REAL = { kind: 'real', currency: 'USD' } as const;
const ZEROS = { tied: 0, voided: 0, late_entries: 0, unknown_entries: 0, after_loss: 0 };

/** A day of a paper account with every mark, and a day of a real account. */
const calendarOf = (given: Partial<TradeCalendar> = {}): TradeCalendar => ({
  month: '2026-10',
  time_zone: 'UTC',
  results: [
    {
      ...ZEROS,
      day: '2026-10-20',
      purse: PAPER,
      trades: 9,
      won: 4,
      lost: 5,
      profit: -16,
      late_entries: 1,
      after_loss: 2,
    },
    { ...ZEROS, day: '2026-10-21', purse: PAPER, trades: 1, won: 1, lost: 0, profit: 8.5 },
    { ...ZEROS, day: '2026-10-22', purse: REAL, trades: 1, won: 0, lost: 1, profit: -10 },
  ],
  marks: [{ day: '2026-10-20', limits_reached: 1, late_signals: 0 }],
  limits_known_from: '2026-08-01T00:00:00.000Z',
  ...given,
});

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  setDisplayZone('UTC');
  // The calendar opens in the month of the chosen day.
  const period = { kind: 'range', fromDay: '2026-10-05', toDay: '2026-10-05' } as const;
  useHistoryFilter.setState({ filter: { ...NO_FILTER, period } });
  api = new FakeApi().on(CALENDAR, ok(calendarOf())).on(PERFORMANCE, ok(performanceOf()));
});
afterEach(() => {
  cleanup();
  useHistoryFilter.setState({ filter: NO_FILTER });
});

async function open() {
  mountPanel(<CalendarButton />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Calendario' }));
  return within(await screen.findByRole('dialog', { name: 'Calendario de resultados' }));
}

describe('the calendar of results', () => {
  it('names result, trades and marks of a day in words, not by colour alone', async () => {
    const dialog = await open();
    const name =
      /^20 oct 2026: 9 operaciones, −\$16\.00, pérdida, 1 límite alcanzado, 1 orden tardía, 2 abiertas tras una pérdida$/;
    expect((await dialog.findByRole('button', { name })).textContent).toContain('−$16.00');
    expect(dialog.getByRole('button', { name: '21 oct 2026: 1 operación, +$8.50, ganancia' })).toBeDefined();
    expect(dialog.getByText('23 oct 2026: sin operaciones')).toBeDefined();
    expect(dialog.getByText('1 día con ganancia · 1 con pérdida')).toBeDefined();
    expect(dialog.getByText('−$7.50')).toBeDefined();
  });

  it('filters the history to the chosen day, and closes', async () => {
    const dialog = await open();
    fireEvent.click(await dialog.findByRole('button', { name: /^21 oct 2026/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useHistoryFilter.getState().filter).toEqual({
      ...NO_FILTER,
      period: { kind: 'range', fromDay: '2026-10-21', toDay: '2026-10-21' },
    });
  });

  it('shows one kind of money at a time, and filters the history to it', async () => {
    api.on(PERFORMANCE, ok(performanceOf({ purses: [PAPER, REAL] })));
    const dialog = await open();
    await dialog.findByRole('button', { name: /^20 oct 2026/ });
    expect(dialog.queryByRole('button', { name: /^22 oct 2026/ })).toBeNull();
    fireEvent.change(dialog.getByLabelText('Dinero'), { target: { value: 'REAL · USD' } });
    expect(dialog.queryByRole('button', { name: /^20 oct 2026/ })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: '22 oct 2026: 1 operación, −$10.00, pérdida' }));
    expect(useHistoryFilter.getState().filter.purse).toEqual(REAL);
  });

  it('shows earlier months, and no month after the current month', async () => {
    const dialog = await open();
    await dialog.findByRole('button', { name: /^20 oct 2026/ });
    fireEvent.click(dialog.getByRole('button', { name: 'Mes anterior' }));
    await waitFor(() =>
      expect(api.calls.filter(({ path }) => path.endsWith('/calendar')).at(-1)?.query).toBe('?month=2026-09'),
    );
    // The days of the month before never stand under the name of the new month.
    expect(dialog.queryByRole('button', { name: /^20 oct 2026/ })).toBeNull();
  });

  it('states for which days, and for how many entries, its marks are unknown', async () => {
    const unknown = { ...ZEROS, day: '2026-10-20', purse: PAPER, trades: 2, won: 0, lost: 2, profit: -20 };
    const results = [{ ...unknown, unknown_entries: 2 }];
    api.on(CALENDAR, ok(calendarOf({ results, limits_known_from: '2026-10-12T09:00:00.000Z' })));
    const dialog = await open();
    expect(await dialog.findByText(/^Los límites alcanzados antes del 12 oct 2026 ya no se guardan/)).toBeDefined();
    expect(dialog.getByText(/^De 2 operaciones no se sabe si entraron tarde/)).toBeDefined();
  });

  it('shows no note about unknown marks if all marks are known', async () => {
    const dialog = await open();
    await dialog.findByRole('button', { name: /^20 oct 2026/ });
    expect(dialog.queryByText(/no se sabe/)).toBeNull();
  });

  it('explains why it could not be loaded, and retries', async () => {
    api.on(CALENDAR, refused(503, 'service_unavailable', 'No disponible.'));
    const dialog = await open();
    expect(await dialog.findByText('No disponible.')).toBeDefined();
    api.on(CALENDAR, ok(calendarOf()));
    fireEvent.click(dialog.getByRole('button', { name: 'Reintentar' }));
    expect(await dialog.findByRole('button', { name: /^20 oct 2026/ })).toBeDefined();
  });
});
