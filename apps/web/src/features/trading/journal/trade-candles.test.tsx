import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { wonTrade } from '../trades/testing.ts';
import { TradeCandles, timeframeFor } from './trade-candles.tsx';

const MINUTE_S = 60;
/** Candles of each minute from 13:24 to 14:12; the trade lasts from 14:00 to 14:05. */
const CANDLES = Array.from({ length: 48 }, (_, index) => ({
  time: Date.parse('2026-11-21T13:24:00Z') / 1_000 + index * MINUTE_S,
  open: 1.085,
  high: 1.086,
  low: 1.084,
  close: 1.0852,
  closed: true,
}));

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().on('GET /api/v1/trading/candles', ok(CANDLES));
});
afterEach(cleanup);

const mount = (trade = wonTrade()) => mountPanel(<TradeCandles trade={trade} decimals={5} />, { api });

describe('the candles of a trade', () => {
  it('have marks with the prices of entry and exit', async () => {
    mount();
    expect(await screen.findByText('Entrada 1.08500')).toBeDefined();
    expect(screen.getByText('Salida 1.08530')).toBeDefined();
    expect(api.calls.find(({ path }) => path.endsWith('/candles'))?.query).toContain('timeframe=1m');
  });

  it('are played: the exit shows only when its candle has come', async () => {
    mount();
    await screen.findByText('Salida 1.08530');
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Verla pasar' }));
    expect(screen.queryByText(/^Entrada/)).toBeNull();
    expect(screen.queryByText(/^Salida/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ver todo' }));
    expect(screen.getByText('Salida 1.08530')).toBeDefined();
    vi.useRealTimers();
  });

  it('are absent for an order that never had an entry', async () => {
    mount(wonTrade({ entry_price: null }));
    expect(screen.queryByRole('figure')).toBeNull();
  });
});

it('timeframeFor chooses the shortest timeframe with at most sixty candles', () => {
  expect(timeframeFor(30_000)).toBe('1m');
  expect(timeframeFor(60 * 60_000)).toBe('1m');
  expect(timeframeFor(61 * 60_000)).toBe('5m');
  expect(timeframeFor(24 * 60 * 60_000)).toBe('30m');
});
