import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { MarketSourceView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeShownPrices } from '#shared/lib/shown-prices.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { PriceSourceRow } from './price-source-row.tsx';

const GET = 'GET /api/v1/trading/market-source';
const PUT = 'PUT /api/v1/trading/market-source';
const VIEW: MarketSourceView = {
  source: 'simulated',
  follows_mode: false,
  chosen: 'simulated',
  state: 'live',
  options: [
    { source: 'simulated', name: 'Mercado simulado', available: true },
    { source: 'deriv', name: 'Deriv (precios públicos)', available: true },
    { source: 'iqoption', name: 'IQ Option', available: true },
    { source: 'quotex', name: 'Quotex', available: false },
  ],
};

let api: FakeApi;
let uninstall: () => void;
let view: MarketSourceView;
beforeEach(() => {
  drawNothing();
  takeShownPrices({ source: 'simulated', state: 'live' });
  view = VIEW;
  api = new FakeApi()
    .on(GET, () => ok(view))
    .on(PUT, ({ body }) => {
      const { source } = body as Pick<MarketSourceView, 'source'>;
      view = { ...view, chosen: source, ...(!view.follows_mode && { source, state: 'starting' }) };
      return ok(view);
    });
  uninstall = api.install();
});
afterEach(() => {
  cleanup();
  uninstall();
});

const open = async () => {
  mountPanel(
    <>
      <PriceSourceRow />
      <Toaster />
    </>,
  );
  await screen.findByRole('group', { name: 'Fuente de precios' });
};
const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

it('offers every source with the one in force, and the way to those that need a connection', async () => {
  await open();
  expect(option('Mercado simulado').checked).toBe(true);
  expect(option('Deriv (precios públicos)').disabled).toBe(false);
  expect(option('Quotex').disabled).toBe(true);
  const link = screen.getByRole('link', { name: 'Conexiones' });
  expect(link.getAttribute('href')).toBe('/connections');
  expect(link.parentElement?.textContent).toBe('Conéctate a Quotex en Conexiones');
});

it('chooses at once, and says how the prices of that source are', async () => {
  await open();
  expect(screen.getByRole('status').textContent).toBe('Llegan en vivo');
  fireEvent.click(option('IQ Option'));
  expect(option('IQ Option').checked).toBe(true);
  expect(await screen.findByText('Ves los precios de: IQ Option')).toBeDefined();
  expect(api.bodies(PUT)).toEqual([{ source: 'iqoption' }]);
  expect(await screen.findByText('Esperando los primeros precios')).toBeDefined();
  act(() => takeShownPrices({ source: 'iqoption', state: 'down' }));
  expect(await screen.findByText('Ahora no llegan')).toBeDefined();
});

it('says why a choice was refused, and goes back to what is in force', async () => {
  const why = 'Ahora no hay conexión con IQ Option: conéctate o espera a que vuelva.';
  api.on(PUT, refused(409, 'broker_not_connected', why));
  await open();
  fireEvent.click(option('IQ Option'));
  expect(await screen.findByText(why)).toBeDefined();
  await waitFor(() => expect(option('Mercado simulado').checked).toBe(true));
});

it('keeps what was chosen while its broker is away, and shows the way back to it', async () => {
  view = {
    ...{ ...VIEW, source: 'quotex', chosen: 'quotex', state: 'down' },
  };
  takeShownPrices({ source: 'quotex', state: 'down' });
  await open();
  expect(option('Quotex').checked).toBe(true);
  expect(screen.getByText('Ahora no llegan')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Conexiones' })).toBeDefined();
});

it('says that the mode decides while it does, and what the choice is for', async () => {
  view = { ...VIEW, source: 'iqoption', follows_mode: true };
  api.on(
    'GET /api/v1/trading/mode/current',
    ok({
      mode: 'iqoption_demo',
      account: {
        ...{ id: '018f4a6e-0000-7000-8000-000000000001', broker: 'iqoption', kind: 'demo', currency: 'USD' },
        ...{ balance: 10, held: 0 },
      },
      server_time: '2026-11-21T12:00:00.000Z',
    }),
  );
  await open();
  expect(await screen.findByText(/^En el modo IQ demo ves los precios de IQ Option\./)).toBeDefined();
  fireEvent.click(option('Deriv (precios públicos)'));
  expect(await screen.findByText('En el modo simulado verás los precios de: Deriv (precios públicos)')).toBeDefined();
});
