import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brokerOf, brokersResponse, connectedTo, statusOf } from '#features/connections/testing.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

let api: FakeApi;
let isOnline = true;

beforeEach(() => {
  drawNothing();
  api = new FakeApi();
  isOnline = true;
  api.services.stream.setStatus({ state: 'live' });
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const banner = () => screen.queryByTestId('connection-banner');
async function mount() {
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <ConnectionBanner />
    </>,
    { api },
  );
  await screen.findByText('page');
}
const agoMs = (seconds: number) => Date.now() - seconds * 1_000;

it('the connection banner is hidden while the connection works', async () => {
  await mount();
  expect(banner()).toBeNull();
});

it('the connection banner reports that the device is offline, and closes when the device is online again', async () => {
  await mount();
  isOnline = false;
  act(() => void fireEvent(window, new Event('offline')));
  expect(banner()?.textContent).toContain('Sin internet');
  isOnline = true;
  act(() => void fireEvent(window, new Event('online')));
  expect(banner()).toBeNull();
});

it('the connection banner counts the seconds without prices, and announces the missing prices only once', async () => {
  api.services.stream.setStatus({ state: 'stale', sinceMs: agoMs(12) });
  await mount();
  expect(screen.getByText('Sin datos desde hace 12 s')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(
    'Sin datos nuevos. Las órdenes nuevas esperan hasta que vuelva el precio.',
  );
});

it('the connection banner reports an unreachable server only after several seconds', async () => {
  api.services.stream.setStatus({ state: 'reconnecting', sinceMs: agoMs(3) });
  await mount();
  expect(banner()).toBeNull();
  cleanup();
  api.services.stream.setStatus({ state: 'reconnecting', sinceMs: agoMs(20) });
  await mount();
  expect(screen.getByText('Sin conexión con el servidor desde hace 20 s')).toBeDefined();
});

it.each([
  ['down', 'No llegan los precios de IQ Option'],
  ['starting', 'Esperando los precios de IQ Option'],
] as const)(
  'the connection banner names a price source in the state "%s", and links to the choice of the price source',
  async (state, title) => {
    api.services.stream.setStatus({ state: 'stale', sinceMs: agoMs(0) });
    api.services.priceFeed.set({ source: 'iqoption', state });
    await mount();
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(/^Vienen por tu conexión con el bróker/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Elegir fuente' }).getAttribute('href')).toBe('/settings#grafico');
  },
);

it('the connection banner suggests no other price source if the simulated prices are stale', async () => {
  api.services.stream.setStatus({ state: 'stale', sinceMs: agoMs(12) });
  api.services.priceFeed.set({ source: 'simulated', state: 'down' });
  await mount();
  expect(screen.getByText('Sin datos desde hace 12 s')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

const CHOICE = (kind: 'demo' | 'mock') => ok(choiceOf({ kind, broker: kind === 'mock' ? 'mock' : 'iqoption' }));
const BROKERS = 'GET /api/v1/multi-broker/brokers';
const away = brokersResponse(brokerOf('iqoption', statusOf('iqoption', { connection_status: 'connecting' })));

it('the connection banner reports that the broker of the chosen account is disconnected, and links to /connections', async () => {
  api.on('GET /api/v1/trading/mode/current', CHOICE('demo')).on(BROKERS, { status: 200, body: away });
  await mount();
  expect(await screen.findByText('IQ Option no está conectado')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver conexión' }).getAttribute('href')).toBe('/connections');
});

it.each([
  ['while it is connected', 'demo', brokersResponse(brokerOf('iqoption', connectedTo('iqoption')))],
  ['while trades stay on paper', 'mock', away],
] as const)('the connection banner does not report the broker %s', async (_when, kind, brokers) => {
  api.on('GET /api/v1/trading/mode/current', CHOICE(kind)).on(BROKERS, { status: 200, body: brokers });
  await mount();
  for (const path of [BROKERS, 'GET /api/v1/trading/mode/current']) {
    await vi.waitFor(() => expect(api.bodies(path).length).toBeGreaterThan(0));
  }
  await act(async () => {});
  expect(banner()).toBeNull();
});
