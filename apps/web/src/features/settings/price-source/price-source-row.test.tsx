import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { MarketSourceView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choiceOf } from '#shared/test/choice.ts';
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
let view: MarketSourceView;
beforeEach(() => {
  drawNothing();
  view = VIEW;
  api = new FakeApi()
    .on(GET, () => ok(view))
    .on(PUT, ({ body }) => {
      const { source } = body as Pick<MarketSourceView, 'source'>;
      view = { ...view, chosen: source, ...(!view.follows_mode && { source, state: 'starting' }) };
      return ok(view);
    });
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
});
afterEach(() => {
  cleanup();
});

const open = async () => {
  mountPanel(
    <>
      <PriceSourceRow />
      <Toaster />
    </>,
    { api },
  );
  await screen.findByRole('group', { name: 'Fuente de precios' });
};
const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

it('the price-source setting lists every source, marks the current one and links to connections', async () => {
  await open();
  expect(option('Mercado simulado').checked).toBe(true);
  expect(option('Deriv (precios públicos)').disabled).toBe(false);
  expect(option('Quotex').disabled).toBe(true);
  const link = screen.getByRole('link', { name: 'Conexiones' });
  expect(link.getAttribute('href')).toBe('/connections');
  expect(link.parentElement?.textContent).toBe('Conéctate a Quotex en Conexiones');
});

it('the price-source setting switches at once and describes the prices of the new source', async () => {
  await open();
  expect(screen.getByRole('status').textContent).toBe('Llegan en vivo');
  fireEvent.click(option('IQ Option'));
  expect(option('IQ Option').checked).toBe(true);
  expect(await screen.findByText('Ves los precios de: IQ Option')).toBeDefined();
  expect(api.bodies(PUT)).toEqual([{ source: 'iqoption' }]);
  expect(await screen.findByText('Esperando los primeros precios')).toBeDefined();
  act(() => api.services.priceFeed.set({ source: 'iqoption', state: 'down' }));
  expect(await screen.findByText('Ahora no llegan')).toBeDefined();
});

it('the price-source setting explains why the server refused a choice, and shows the current source again', async () => {
  const why = 'Ahora no hay conexión con IQ Option: conéctate o espera a que vuelva.';
  api.on(PUT, refused(409, 'broker_not_connected', why));
  await open();
  fireEvent.click(option('IQ Option'));
  expect(await screen.findByText(why)).toBeDefined();
  await waitFor(() => expect(option('Mercado simulado').checked).toBe(true));
});

it('the price-source setting keeps a source whose broker is disconnected, and links to the connections', async () => {
  view = { ...VIEW, source: 'quotex', chosen: 'quotex', state: 'down' };
  api.services.priceFeed.set({ source: 'quotex', state: 'down' });
  await open();
  expect(option('Quotex').checked).toBe(true);
  expect(screen.getByText('Ahora no llegan')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Conexiones' })).toBeDefined();
});

it('the price-source setting explains that the chosen broker account determines the source, and until when', async () => {
  view = { ...VIEW, source: 'iqoption', follows_mode: true };
  api.on('GET /api/v1/trading/mode/current', ok(choiceOf({ broker: 'iqoption', kind: 'demo' })));
  await open();
  expect(await screen.findByText(/^En la cuenta IQ demo ves los precios de IQ Option\./)).toBeDefined();
  fireEvent.click(option('Deriv (precios públicos)'));
  expect(await screen.findByText('En el modo simulado verás los precios de: Deriv (precios públicos)')).toBeDefined();
});
