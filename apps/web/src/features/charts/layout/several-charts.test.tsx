import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import type { WatchInterest } from '#shared/lib/stream-interest.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { assetOf } from '#shared/test/asset-of.ts';
import { drawNothing, paintNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, ok } from '#shared/test/mount-panel.tsx';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { ChartCard } from '../chart-card.tsx';
import { chooseSeconds } from '../seconds/chosen-seconds.ts';

const KEY = 'chart_layout:';
const NOTHING = { shown: null, sequences: [], signals: [], trades: [], history: [] };
const CANDLE = { time: 1_790_000_040, open: 1, high: 1, low: 1, close: 1, closed: true };
const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'BTCUSD'];
const ASSETS = SYMBOLS.map((symbol) => assetOf(symbol));

let watched: string[];

beforeEach(() => {
  drawNothing();
  paintNothing();
  watched = [];
  useUi.setState({ symbol: 'EURUSD', timeframe: '5m' });
  chooseSeconds(null);
});

function Card({ isSending = false }: { readonly isSending?: boolean }) {
  const assets = useQuery(assetsQuery);
  const input = { assets, sources: NOTHING, payout: null, length: minutesLong(5), onLength: () => {} };
  return <ChartCard {...input} isSending={isSending} onFullScreen={() => {}} />;
}

/** Notes the candles that the charts subscribe to. */
function watch({ candles = [] }: WatchInterest): () => void {
  const names = candles.map(({ symbol, timeframe }) => `${symbol} ${timeframe}`);
  watched.push(...names);
  return () => {
    watched = watched.filter((name) => !names.includes(name));
  };
}

function mount() {
  const api = new FakeApi().on(`GET ${CANDLES_PATH}`, ok([CANDLE])).on('GET /api/v1/drawings', ok([]));
  Object.assign(api.services.stream, { watch });
  const queries = testQueries(api.services, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(assetsQuery.queryKey, ASSETS);
  const page = (isSending: boolean) => (
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <Card isSending={isSending} />
      </QueryClientProvider>
    </AuthContext>
  );
  const { rerender, unmount } = render(page(false));
  return { send: (isSending: boolean) => rerender(page(isSending)), unmount };
}

async function choose(count: string) {
  const menu = screen.getByRole('button', { name: 'Gráficos a la vez' });
  if (menu.getAttribute('aria-expanded') !== 'true') fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('button', { name: count }));
}

const charts = () => screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'));
const buttonOf = (symbol: string) => screen.getByRole('button', { name: new RegExp(`^Operar en ${symbol},`) });
const activeOnes = () =>
  screen
    .getAllByRole('button', { name: /^Operar en / })
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.getAttribute('aria-label'));
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}');

describe('several charts', () => {
  it('show an asset each, and a click makes another one the asset of the screen', async () => {
    mount();
    await choose('4 gráficos');
    await screen.findByRole('group', { name: 'Gráficos' });
    expect(charts()).toEqual(SYMBOLS.slice(0, 4).map((symbol) => `Gráfico de ${symbol}, velas de 5m`));
    expect(activeOnes()).toEqual(['Operar en EURUSD, velas de 5m']);
    fireEvent.click(buttonOf('USDJPY'));
    expect(useUi.getState().symbol).toBe('USDJPY');
    expect(activeOnes()).toEqual(['Operar en USDJPY, velas de 5m']);
    expect(charts()).toHaveLength(4);
    expect(stored()).toMatchObject({ count: 4, active: 2 });
  });

  it('keep the asset of the order form while an order is on its way', async () => {
    const { send } = mount();
    await choose('2 gráficos');
    const other = await screen.findByRole('button', { name: /^Operar en GBPUSD/ });
    send(true);
    expect(other.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(other);
    expect(useUi.getState().symbol).toBe('EURUSD');
    send(false);
    fireEvent.click(other);
    expect(useUi.getState().symbol).toBe('GBPUSD');
  });

  it('keep the asset if only the focus moves, and have one stop of the Tab key each', async () => {
    mount();
    await choose('2 gráficos');
    const other = await screen.findByRole('button', { name: /^Operar en GBPUSD/ });
    fireEvent.focus(other);
    expect(useUi.getState().symbol).toBe('EURUSD');
    const figure = screen.getByRole('figure', { name: /^Gráfico de GBPUSD/ });
    // Each drawn chart has a stop for its keys.
    await waitFor(() => expect(document.querySelectorAll('[role="application"]')).toHaveLength(2));
    const parts = [...figure.querySelectorAll('button, [tabindex]')];
    expect(parts.filter((part) => !part.closest('[inert]'))).toEqual([other]);
    const active = screen.getByRole('figure', { name: /^Gráfico de EURUSD/ });
    expect(active.querySelector('[inert]')).toBeNull();
  });

  it('change the asset and the timeframe of the active chart only', async () => {
    mount();
    await choose('2 gráficos');
    fireEvent.click(await screen.findByRole('button', { name: /^Operar en GBPUSD/ }));
    fireEvent.click(within(screen.getByRole('group', { name: 'Temporalidad' })).getByRole('button', { name: '1h' }));
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5m', 'Gráfico de GBPUSD, velas de 1h']);
    fireEvent.click(buttonOf('EURUSD'));
    expect(useUi.getState()).toMatchObject({ symbol: 'EURUSD', timeframe: '5m' });
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5m', 'Gráfico de GBPUSD, velas de 1h']);
  });

  it('show second candles in the active chart only, until another chart becomes active', async () => {
    mount();
    await choose('2 gráficos');
    await screen.findByRole('group', { name: 'Gráficos' });
    act(() => chooseSeconds('5s'));
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5 s', 'Gráfico de GBPUSD, velas de 5m']);
    fireEvent.click(await screen.findByRole('button', { name: /^Operar en GBPUSD/ }));
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5m', 'Gráfico de GBPUSD, velas de 5m']);
  });

  it('subscribe to the candles of every chart, and leave the subscriptions of charts that are gone', async () => {
    const { unmount } = mount();
    await choose('4 gráficos');
    const all = SYMBOLS.slice(0, 4).map((symbol) => `${symbol} 5m`);
    await waitFor(() => expect(new Set(watched)).toEqual(new Set(all)));
    await choose('1 gráfico');
    await waitFor(() => expect(new Set(watched)).toEqual(new Set(['EURUSD 5m'])));
    unmount();
    expect(watched).toEqual([]);
  });

  it('are one chart in a narrow window, which keeps the stored layout', () => {
    const text = JSON.stringify({ count: 2, active: 0, others: [null, { symbol: 'GBPUSD', timeframe: '1m' }] });
    localStorage.setItem(KEY, text);
    drawNothing({ phone: true });
    mount();
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5m']);
    expect(screen.queryByRole('button', { name: 'Gráficos a la vez' })).toBeNull();
    expect(localStorage.getItem(KEY)).toBe(text);
  });

  it('return after a reload', async () => {
    const others = [null, { symbol: 'GBPUSD', timeframe: '1m' }];
    localStorage.setItem(KEY, JSON.stringify({ count: 2, active: 0, others }));
    mount();
    await screen.findByRole('group', { name: 'Gráficos' });
    expect(charts()).toEqual(['Gráfico de EURUSD, velas de 5m', 'Gráfico de GBPUSD, velas de 1m']);
  });
});
