import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Preferences } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceZone, displayZone, setDisplayZone } from '#shared/lib/display-zone.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { ChartAndTimePanel } from './chart-and-time-panel.tsx';

const GET = 'GET /api/v1/account/preferences';
const PUT = 'PUT /api/v1/account/preferences';
const STORED: Preferences = {
  time_zone: 'America/Bogota',
  default_symbol: 'EURUSD',
  default_timeframe: '5m',
  refresh_interval_s: 5,
  mails_log_head: false,
};

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  let stored: Preferences = STORED;
  const source = { source: 'simulated', chosen: 'simulated', follows_mode: false, state: 'live', options: [] };
  api = new FakeApi()
    .on('GET /api/v1/trading/market-source', ok(source))
    .on(GET, () => ok(stored))
    .on(PUT, ({ body }) => {
      stored = { ...stored, ...(body as Partial<Preferences>) };
      return ok(stored);
    });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  setDisplayZone(deviceZone());
});

const open = async () => {
  mountPanel(
    <>
      <ChartAndTimePanel />
      <Toaster />
    </>,
    { api },
  );
  await screen.findByLabelText('Zona horaria');
};
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

it('the preferences panel shows the stored preferences', async () => {
  await open();
  expect(chosen('Zona horaria')).toBe('America/Bogota');
  expect(chosen('Activo al abrir')).toBe('EURUSD');
  expect(chosen('Temporalidad al abrir')).toBe('5m');
  expect(chosen('Actualizar datos cada')).toBe('5');
  expect(screen.getByText(/^Ahora son las \d\d:\d\d \(UTC−5\)/)).toBeDefined();
});

it('the preferences panel saves a time zone at once, and the clocks of the app use it', async () => {
  await open();
  choose('Zona horaria', 'Asia/Tokyo');
  expect(chosen('Zona horaria')).toBe('Asia/Tokyo');
  await waitFor(() => expect(displayZone()).toBe('Asia/Tokyo'));
  expect(api.bodies(PUT)).toEqual([{ time_zone: 'Asia/Tokyo' }]);
});

it('the preferences panel offers the time zone of the device if it differs from the stored time zone', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /^Usar la de este dispositivo/ }));
  await waitFor(() => expect(api.bodies(PUT)).toEqual([{ time_zone: deviceZone() }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /este dispositivo/ })).toBeNull());
});

it('the preferences panel applies a changed default at once, also if the chart shows another value', async () => {
  useUi.getState().setTimeframe('1m');
  await open();
  choose('Temporalidad al abrir', '1h');
  await waitFor(() => expect(useUi.getState().timeframe).toBe('1h'));
  expect(api.bodies(PUT)).toEqual([{ default_timeframe: '1h' }]);
});

it('the preferences panel sets the polling interval of the app', async () => {
  await open();
  choose('Actualizar datos cada', '30');
  await waitFor(() => expect(useUi.getState().refreshIntervalS).toBe(30));
  expect(api.bodies(PUT)).toEqual([{ refresh_interval_s: 30 }]);
});

it('the preferences panel restores the stored value and shows the reason if saving fails', async () => {
  api.on(PUT, refused(503, 'database_unavailable', 'La base de datos no responde.'));
  await open();
  choose('Temporalidad al abrir', '1h');
  expect(await screen.findByText('No se guardó')).toBeDefined();
  await waitFor(() => expect(chosen('Temporalidad al abrir')).toBe('5m'));
});

it('the preferences panel reports that preferences could not be loaded, and retries', async () => {
  api.on(GET, { status: 503, body: {} });
  mountPanel(<ChartAndTimePanel />, { api });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  api.on(GET, ok(STORED));
  fireEvent.click(retry);
  expect(await screen.findByLabelText('Zona horaria')).toBeDefined();
});
