import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brokerOf, brokersAnswer, connectedTo, statusOf } from '#features/connections/testing.ts';
import { takeShownPrices } from '#shared/lib/shown-prices.ts';
import { stream } from '#shared/lib/stream.ts';
import type { StreamStatus } from '#shared/lib/stream-client.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

let api: FakeApi;
let uninstall: () => void;
let status: StreamStatus = { state: 'live' };
const listeners = new Set<() => void>();
let isOnline = true;

beforeEach(() => {
  drawNothing();
  api = new FakeApi();
  uninstall = api.install();
  [status, isOnline] = [{ state: 'live' }, true];
  takeShownPrices({ source: 'simulated', state: 'live' });
  vi.spyOn(stream, 'status', 'get').mockImplementation(() => status);
  vi.spyOn(stream, 'onStatus').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  cleanup();
  uninstall();
  vi.restoreAllMocks();
});

const banner = () => screen.queryByTestId('connection-banner');
async function mount() {
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <ConnectionBanner />
    </>,
  );
  await screen.findByText('page');
}
const agoMs = (seconds: number) => Date.now() - seconds * 1_000;

it('is not there while all is well', async () => {
  await mount();
  expect(banner()).toBeNull();
});

it('says that the machine is offline, and goes when it is back', async () => {
  await mount();
  isOnline = false;
  act(() => void fireEvent(window, new Event('offline')));
  expect(banner()?.textContent).toContain('Sin internet');
  isOnline = true;
  act(() => void fireEvent(window, new Event('online')));
  expect(banner()).toBeNull();
});

it('counts the seconds without prices, and reads them aloud once', async () => {
  status = { state: 'stale', sinceMs: agoMs(12) };
  await mount();
  expect(screen.getByText('Sin datos desde hace 12 s')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(
    'Sin datos nuevos. Las órdenes nuevas esperan hasta que vuelva el precio.',
  );
});

it('says that the server is out of reach once that lasts', async () => {
  status = { state: 'reconnecting', sinceMs: agoMs(3) };
  await mount();
  expect(banner()).toBeNull();
  cleanup();
  status = { state: 'reconnecting', sinceMs: agoMs(20) };
  await mount();
  expect(screen.getByText('Sin conexión con el servidor desde hace 20 s')).toBeDefined();
});

it.each([
  ['down', 'No llegan los precios de IQ Option'],
  ['starting', 'Esperando los precios de IQ Option'],
] as const)('names a chosen source whose prices are %s, and leads to the choice', async (state, title) => {
  status = { state: 'stale', sinceMs: agoMs(0) };
  takeShownPrices({ source: 'iqoption', state });
  await mount();
  expect(screen.getByText(title)).toBeDefined();
  expect(screen.getByText(/^Vienen por tu conexión con el bróker/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Elegir fuente' }).getAttribute('href')).toBe('/settings#grafico');
});

it('asks nobody to choose another source where the server’s own stands still', async () => {
  status = { state: 'stale', sinceMs: agoMs(12) };
  takeShownPrices({ source: 'simulated', state: 'down' });
  await mount();
  expect(screen.getByText('Sin datos desde hace 12 s')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

const MODE = (mode: string) =>
  ok({
    mode,
    account: {
      id: '018f4a6e-0000-7000-8000-000000000001',
      broker: 'iqoption',
      kind: 'demo',
      currency: 'USD',
      balance: 10,
      held: 0,
    },
    server_time: '2026-11-21T12:00:00.000Z',
  });
const BROKERS = 'GET /api/v1/multi-broker/brokers';
const away = brokersAnswer(brokerOf('iqoption', statusOf('iqoption', { connection_status: 'connecting' })));

it('says that the broker of the mode is gone, and leads to its connection', async () => {
  api.on('GET /api/v1/trading/mode/current', MODE('iqoption_demo')).on(BROKERS, { status: 200, body: away });
  await mount();
  expect(await screen.findByText('IQ Option no está conectado')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver conexión' }).getAttribute('href')).toBe('/connections');
});

it.each([
  ['while it is connected', 'iqoption_demo', brokersAnswer(brokerOf('iqoption', connectedTo('iqoption')))],
  ['while trades stay on paper', 'mock', away],
])('leaves the broker unmentioned %s', async (_when, mode, brokers) => {
  api.on('GET /api/v1/trading/mode/current', MODE(mode)).on(BROKERS, { status: 200, body: brokers });
  await mount();
  for (const path of [BROKERS, 'GET /api/v1/trading/mode/current']) {
    await vi.waitFor(() => expect(api.bodies(path).length).toBeGreaterThan(0));
  }
  await act(async () => {});
  expect(banner()).toBeNull();
});
