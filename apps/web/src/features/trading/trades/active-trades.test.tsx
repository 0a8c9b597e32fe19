import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Option } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { type TestServices, testQueries, testServices } from '#shared/test/test-services.ts';
import { useTradeDetail } from '../detail/detail-store.ts';
import { activeTradesQuery, healthQuery, historyQuery } from '../queries.ts';
import { ActiveTrades } from './active-trades.tsx';
import { tradeOf, wonTrade } from './testing.ts';

const at = (clock: string): number => Date.parse(`2026-11-21T${clock}Z`);

let queries: QueryClient;
let services: TestServices;

beforeEach(() => {
  drawNothing();
  services = testServices();
  services.priceFeed.set({ source: 'simulated', state: 'live' });
  vi.useFakeTimers({ now: at('14:02:00') });
  queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, []);
  queries.setQueryData(historyQuery.queryKey, []);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(active: readonly Option[], history: readonly Option[] = []) {
  queries.setQueryData(activeTradesQuery.queryKey, [...active]);
  queries.setQueryData(historyQuery.queryKey, [...history]);
  render(
    <QueryClientProvider client={queries}>
      <ActiveTrades label="Activas" />
    </QueryClientProvider>,
  );
}

const tick = (symbol: string, price: number, clock: string) =>
  act(() => {
    services.ticks.add([[symbol, at(clock), price]]);
  });
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const text = (): string => screen.queryByRole('table')?.textContent ?? '';

describe('an open trade', () => {
  it('counts down and shows its current result', () => {
    show([tradeOf({ asset_symbol: 'RUN' })]);
    tick('RUN', 1.086, '14:02:00');
    expect(text()).toContain('03:00');
    expect(text()).toMatch(/Ganando \+\$8[.,]50/);
    tick('RUN', 1.084, '14:02:00');
    expect(text()).toMatch(/Perdiendo −\$10[.,]00/);
    tick('RUN', 1.085, '14:02:00');
    expect(text()).toMatch(/Empate \$0[.,]00/);
  });

  it('shows no current result if it is at a broker and the screen shows other prices than those of the broker', () => {
    show([tradeOf({ asset_symbol: 'AWAY', broker: 'iqoption', account: 'demo', source: 'iqoption' })]);
    tick('AWAY', 1.086, '14:02:00');
    expect(text()).toContain('Lo dirá IQ Option');
    expect(text()).not.toMatch(/Ganando|1[.,]0860/);
    expect(text()).toContain('03:00');
  });

  it('shows its current result if it is at a broker and the screen shows the prices of the broker', () => {
    services.priceFeed.set({ source: 'iqoption', state: 'live' });
    show([tradeOf({ asset_symbol: 'THERE', broker: 'iqoption', account: 'demo', source: 'iqoption' })]);
    tick('THERE', 1.086, '14:02:00');
    expect(text()).toMatch(/1[.,]08600.*Ganando/);
  });

  it('names its price source if it is on paper and the screen shows another source', () => {
    services.priceFeed.set({ source: 'iqoption', state: 'live' });
    show([tradeOf({ asset_symbol: 'PAPER' })]);
    tick('PAPER', 1.086, '14:02:00');
    expect(text()).toContain('Con precios del mercado simulado');
    expect(text()).not.toMatch(/Ganando|1[.,]0860/);
  });

  it('counts down more than 99 minutes', () => {
    show([tradeOf({ expiry_time: '2026-11-21T16:02:00.000Z' })]);
    expect(text()).toContain('120:00');
  });

  it('shows since when no price has arrived', () => {
    show([tradeOf({ asset_symbol: 'OLD' })]);
    tick('OLD', 1.086, '14:02:00');
    pass(9_000);
    expect(text()).not.toContain('sin datos');
    pass(3_000);
    expect(text()).toContain('sin datos desde hace 12 s');
  });
});

it('the list of open trades opens the details of an open trade and of a trade that has just ended', () => {
  const ended = wonTrade({ id: 'ended', asset_symbol: 'END' });
  const settlement = ended.settlement && { ...ended.settlement, settled_at: '2026-11-21T14:01:59.000Z' };
  show([tradeOf({ asset_symbol: 'RUN' })], [{ ...ended, settlement }]);
  for (const symbol of ['RUN', 'END']) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${symbol} .*: ver detalle$`) }));
    expect(useTradeDetail.getState().trade?.asset_symbol).toBe(symbol);
  }
  useTradeDetail.getState().close();
});

describe('an expired trade', () => {
  it('waits for its result, however late the result is, and shows no win or loss', () => {
    show([tradeOf({ asset_symbol: 'LATE' })]);
    tick('LATE', 1.086, '14:02:00');
    pass(180_000);
    expect(text()).toContain('Liquidando…');
    expect(text()).not.toMatch(/Ganando|Perdiendo/);
    pass(3_600_000);
    expect(text()).toContain('Liquidando…');
  });

  it('is marked as late after a while, with the settlement status', () => {
    const health = { status: 'degraded', open_trades: 1, overdue_trades: 1, settlement_lag_ms: 9_000 } as const;
    queries.setQueryData(healthQuery.queryKey, health);
    show([tradeOf()]);
    pass(182_000);
    expect(screen.queryByText(/espera su resultado/)).toBeNull();
    pass(3_000);
    expect(screen.getByText(/1 operación espera su resultado/).textContent).toContain('va con retraso');
  });

  it('shows its result for a while', () => {
    const settlement = {
      price: 1.086,
      tick_time: '2026-11-21T14:01:59.900Z',
      source: 'simulated' as const,
      settled_at: '2026-11-21T14:02:00.000Z',
      reason: null,
      corrected_at: null,
    };
    show([], [tradeOf({ status: 'won', profit: 8.5, expiry_time: '2026-11-21T14:02:00.000Z', settlement })]);
    expect(text()).toMatch(/\+\$8[.,]50Ganada/);
    pass(20_000);
    expect(screen.queryByText('Ganada')).toBeNull();
    expect(screen.getByText('Aún no hay operaciones activas.')).toBeDefined();
  });
});

it('a pending paper order is shown as accepted, with the seconds that it has waited for its first price', () => {
  show([tradeOf({ execution: 'pending', entry_price: null, entry_time: '2026-11-21T14:02:00.500Z' })]);
  expect(text()).toContain('Aceptada: esperando el primer precio · 0 s');
  pass(4_500);
  expect(text()).toContain('Aceptada: esperando el primer precio · 4 s');
  expect(text()).not.toMatch(/Enviando|Ganando|Perdiendo|\d\d:\d\d/);
});

describe('an open trade that the broker has not confirmed', () => {
  it('shows that the order is in flight, or that its execution status is unknown', () => {
    const sent = { broker: 'iqoption', account: 'demo', execution: 'pending' } as const;
    show([tradeOf({ id: 'a', ...sent }), tradeOf({ id: 'b', execution: 'unknown' })]);
    expect(text()).toContain('Enviando…');
    expect(text()).toContain('Estado desconocido: lo estamos comprobando con el bróker');
    expect(text()).not.toMatch(/\d\d:\d\d/);
  });
});
