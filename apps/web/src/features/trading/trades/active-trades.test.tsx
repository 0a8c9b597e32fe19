import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Option } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { takeTicks } from '#shared/lib/market-store.ts';
import { takeShownPrices } from '#shared/lib/shown-prices.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { useTradeDetail } from '../detail/trade-opener.tsx';
import { activeTradesQuery, healthQuery, historyQuery } from '../queries.ts';
import { ActiveTrades } from './active-trades.tsx';
import { tradeOf, wonTrade } from './testing.ts';

const at = (clock: string): number => Date.parse(`2026-11-21T${clock}Z`);

let queries: QueryClient;

beforeEach(() => {
  drawNothing();
  takeShownPrices({ source: 'simulated', state: 'live' });
  vi.useFakeTimers({ now: at('14:02:00') });
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
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

/** Each test has a symbol of its own: the last prices are the whole app's. */
const tick = (symbol: string, price: number, clock: string) => act(() => takeTicks([[symbol, at(clock), price]]));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const text = (): string => screen.queryByRole('table')?.textContent ?? '';

describe('a running trade', () => {
  it('counts down and says how it stands', () => {
    show([tradeOf({ asset_symbol: 'RUN' })]);
    tick('RUN', 1.086, '14:02:00');
    expect(text()).toContain('03:00');
    expect(text()).toMatch(/Ganando \+\$8[.,]50/);
    tick('RUN', 1.084, '14:02:00');
    expect(text()).toMatch(/Perdiendo −\$10[.,]00/);
    tick('RUN', 1.085, '14:02:00');
    expect(text()).toMatch(/Empatando \$0[.,]00/);
  });

  it('at a broker is the broker’s to tell: no price of this screen stands beside it', () => {
    show([tradeOf({ asset_symbol: 'AWAY', broker: 'iqoption', account: 'demo', source: 'iqoption' })]);
    tick('AWAY', 1.086, '14:02:00');
    expect(text()).toContain('Lo dirá IQ Option');
    expect(text()).not.toMatch(/Ganando|1[.,]0860/);
    expect(text()).toContain('03:00');
  });

  it('at a broker stands by its prices once they are on the screen', () => {
    takeShownPrices({ source: 'iqoption', state: 'live' });
    show([tradeOf({ asset_symbol: 'THERE', broker: 'iqoption', account: 'demo', source: 'iqoption' })]);
    tick('THERE', 1.086, '14:02:00');
    expect(text()).toMatch(/1[.,]08600.*Ganando/);
  });

  it('on paper says whose prices decide it while others are on the screen', () => {
    takeShownPrices({ source: 'iqoption', state: 'live' });
    show([tradeOf({ asset_symbol: 'PAPER' })]);
    tick('PAPER', 1.086, '14:02:00');
    expect(text()).toContain('Con precios del mercado simulado');
    expect(text()).not.toMatch(/Ganando|1[.,]0860/);
  });

  it('counts minutes past 99', () => {
    show([tradeOf({ expiry_time: '2026-11-21T16:02:00.000Z' })]);
    expect(text()).toContain('120:00');
  });

  it('says since when no price has come, and how old its standing is', () => {
    show([tradeOf({ asset_symbol: 'OLD' })]);
    tick('OLD', 1.086, '14:02:00');
    pass(9_000);
    expect(text()).not.toContain('sin datos');
    pass(3_000);
    expect(text()).toContain('sin datos desde hace 12 s');
  });
});

it('opens a trade, running or just ended, in all its detail', () => {
  const ended = wonTrade({ id: 'ended', asset_symbol: 'END' });
  const settlement = ended.settlement && { ...ended.settlement, settled_at: '2026-11-21T14:01:59.000Z' };
  show([tradeOf({ asset_symbol: 'RUN' })], [{ ...ended, settlement }]);
  for (const symbol of ['RUN', 'END']) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${symbol} .*: ver detalle$`) }));
    expect(useTradeDetail.getState().trade?.asset_symbol).toBe(symbol);
  }
  useTradeDetail.getState().close();
});

describe('a trade whose time is over', () => {
  it('waits for its result however late that is, and says nothing of winning', () => {
    show([tradeOf({ asset_symbol: 'LATE' })]);
    tick('LATE', 1.086, '14:02:00');
    pass(180_000);
    expect(text()).toContain('Liquidando…');
    expect(text()).not.toMatch(/Ganando|Perdiendo/);
    pass(3_600_000);
    expect(text()).toContain('Liquidando…');
  });

  it('is said to be late once it is, with what the settlement says of itself', () => {
    const health = { status: 'degraded', open_trades: 1, overdue_trades: 1, settlement_lag_ms: 9_000 } as const;
    queries.setQueryData(healthQuery.queryKey, health);
    show([tradeOf()]);
    pass(182_000);
    expect(screen.queryByText(/espera su resultado/)).toBeNull();
    pass(3_000);
    expect(screen.getByText(/1 operación espera su resultado/).textContent).toContain('va con retraso');
  });

  it('shows its result for a while after it has come', () => {
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

describe('a trade the broker has not answered for', () => {
  it('is on its way, or of unknown fate, in words', () => {
    show([tradeOf({ id: 'a', execution: 'pending' }), tradeOf({ id: 'b', execution: 'unknown' })]);
    expect(text()).toContain('Enviando…');
    expect(text()).toContain('Estado desconocido: lo estamos comprobando con el bróker');
    expect(text()).not.toMatch(/\d\d:\d\d/);
  });
});
