import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ordersOf } from '#features/trading/orders/order-store.ts';
import { TRADING_PATH } from '#features/trading/queries.ts';
import { tradeOf } from '#features/trading/trades/testing.ts';
import { CANDLES_PATH } from '#shared/chart/candles.ts';
import { PAYOUT_PATH } from '#shared/lib/assets.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { assetOf } from '#shared/test/asset-of.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing, paintNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, sessionOf } from '#shared/test/fake-backend.ts';
import { mountPage } from '#shared/test/mount-page.tsx';
import { FakeApi, ok, type StubResponse } from '#shared/test/mount-panel.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const ORDER = `POST ${TRADING_PATH.createOption}`;
const SYMBOLS = ['EURUSD', 'GBPUSD'] as const;
const ASSETS = SYMBOLS.map((symbol) => assetOf(symbol));
const PAYOUT = { duration: 5, duration_seconds: null, duration_ticks: null, payout: 0.85 };

beforeEach(() => {
  drawNothing();
  paintNothing();
  useUi.setState({ symbol: 'EURUSD', timeframe: '5m' });
});

async function openTwoCharts(answer: () => Promise<StubResponse>): Promise<FakeApi> {
  const api = new FakeApi()
    .on('GET /api/v1/trading/assets', ok(ASSETS))
    .on(`GET ${PAYOUT_PATH}`, ({ query }) => ok({ ...PAYOUT, symbol: new URLSearchParams(query).get('symbol') }))
    .on('GET /api/v1/trading/mode/current', ok(choiceOf()))
    .on(`GET ${CANDLES_PATH}`, ok([]))
    .on('GET /api/v1/drawings', ok([]))
    .on(ORDER, answer);
  const { services } = api;
  services.priceFeed.set({ source: 'simulated', state: 'live' });
  const backend = new FakeBackend();
  backend.initial = sessionOf();
  ordersOf(services).submitter.watchUser('ana');
  await mountPage({ backend, services, at: '/dashboard', pages: { '/dashboard': DashboardScreen } });
  fireEvent.click(await screen.findByLabelText('Gráficos a la vez'));
  fireEvent.click(await screen.findByText('2 gráficos'));
  await screen.findByLabelText(/^Operar en GBPUSD/);
  return api;
}

// Queries by role would search the whole dashboard, which takes seconds.
const form = () => screen.getByLabelText('Nueva operación');
const other = () => screen.getByLabelText(/^Operar en GBPUSD/);

/** Returns the button of an order. The prices are fresh, whatever time the screen needed before. */
async function callButton({ services }: FakeApi): Promise<HTMLElement> {
  act(() => services.ticks.add(SYMBOLS.map((symbol) => [symbol, Date.now(), 1.085])));
  return within(form()).findByRole('button', { name: /^CALL.*Ganas/ });
}

const ticket = () => within(form()).getByRole('heading').textContent ?? '';

it('the order goes to the asset of the active chart, which the order form names', async () => {
  const api = await openTwoCharts(async () => ok(tradeOf({ asset_symbol: 'GBPUSD' })));
  expect(ticket()).toContain('EURUSD');
  fireEvent.click(other());
  expect(ticket()).toContain('GBPUSD');
  const call = await callButton(api);
  await act(async () => fireEvent.click(call));
  expect(api.bodies(ORDER)).toEqual([expect.objectContaining({ asset_symbol: 'GBPUSD' })]);
});

it('the order form keeps its asset until the order on its way has a response', async () => {
  let accept = (_answer: StubResponse) => {};
  const api = await openTwoCharts(() => new Promise((resolve) => (accept = resolve)));
  const call = await callButton(api);
  await act(async () => fireEvent.click(call));
  fireEvent.click(other());
  expect(ticket()).toContain('EURUSD');
  expect(other().getAttribute('aria-disabled')).toBe('true');
  await act(async () => accept(ok(tradeOf())));
  fireEvent.click(other());
  expect(ticket()).toContain('GBPUSD');
  expect(api.bodies(ORDER)).toHaveLength(1);
});
