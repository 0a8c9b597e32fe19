import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { StrategyView } from '@vigia/contract';
import { betsUntilDecided } from '@vigia/core/statistics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatCount } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { StrategyFormDialog } from './form/strategy-form-dialog.tsx';
import { StrategiesPage } from './strategies-page.tsx';
import { strategyOf, TRADED_PERFORMANCE } from './testing.ts';

// A role query on a page of cards takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const LIST = 'GET /api/v1/strategies';
const CREATE = 'POST /api/v1/strategies';
const ID = '018f4a6e-0000-7000-8000-000000000002';
const MACD = strategyOf({
  ...TRADED_PERFORMANCE,
  id: ID,
  name: 'MACD Londres',
  type: 'macd',
  status: 'paused',
  auto_trade: true,
  parameters: { fast: 12, slow: 26, signal: 9, trade_amount: 10, duration: 15 },
});

let api: FakeApi;
let tested: StrategyView[];
beforeEach(() => {
  drawNothing();
  tested = [];
  api = new FakeApi().on(LIST, ok([strategyOf(), MACD])).on('GET /api/v1/trading/assets', ok([]));
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
});
afterEach(() => {
  cleanup();
  useUi.setState({ modal: null });
});

const mount = () =>
  mountPanel(
    <>
      <StrategiesPage
        tabs={null}
        onTest={(strategy) => void tested.push(strategy)}
        testingOf={(id) => (id === ID ? '42 %' : null)}
        onLibrary={() => {}}
        library={<p>{'starting points'}</p>}
      />
      <StrategyFormDialog />
      <Toaster />
    </>,
    { api },
  );
const card = async (name: string) => within(await screen.findByRole('article', { name }));

describe('the card of a strategy', () => {
  it('shows a win rate with its count, interval, break-even and verdict', async () => {
    mount();
    const macd = await card('MACD Londres');
    expect(macd.getByText('MACD 12/26/9 · EURUSD · 5 min')).toBeDefined();
    expect(macd.getByText('231 de 386')).toBeDefined();
    expect(macd.getByText('Por encima del equilibrio')).toBeDefined();
    expect(macd.getByRole('img', { name: /intervalo de 54.9 % a 64.6 %, equilibrio 54.1 %/ })).toBeDefined();
    expect(macd.getByText('+$413.50')).toBeDefined();
    expect(macd.getByRole('button', { name: /Probando MACD Londres en histórico: 42 %/ })).toBeDefined();
  });

  it('offers a backtest if the strategy has no signals and trades', async () => {
    mount();
    const rsi = await card('RSI extremos');
    expect(rsi.getByText('Aún no ha operado. Pruébala en histórico antes de activarla.')).toBeDefined();
    fireEvent.click(rsi.getByRole('button', { name: 'Probar en histórico' }));
    expect(tested.map(({ name }) => name)).toEqual(['RSI extremos']);
  });

  it('activates a strategy without automatic trading at one click, and asks for confirmation if it trades automatically', async () => {
    const statusOf = (strategy: StrategyView) => `POST /api/v1/strategies/${strategy.id}/status`;
    api.on(statusOf(strategyOf()), ok(strategyOf({ status: 'active' })));
    api.on(statusOf(MACD), ok({ ...MACD, status: 'active' }));
    api.on('GET /api/v1/trading/mode/current', refused(503, 'service_unavailable', 'No.'));
    mount();
    fireEvent.click((await card('RSI extremos')).getByRole('button', { name: 'Activar RSI extremos' }));
    await waitFor(() => expect(api.bodies(statusOf(strategyOf()))).toEqual([{ status: 'active' }]));
    fireEvent.click((await card('MACD Londres')).getByRole('button', { name: 'Activar MACD Londres' }));
    const asked = within(await screen.findByRole('dialog', { name: /dejar que opere sola/ }));
    expect(asked.getByText(/Abrirá operaciones de \$10\.00 sin preguntarte/)).toBeDefined();
    expect(api.bodies(statusOf(MACD))).toEqual([]);
    fireEvent.click(asked.getByRole('button', { name: 'Activar y operar sola' }));
    await waitFor(() => expect(api.bodies(statusOf(MACD))).toEqual([{ status: 'active' }]));
  });

  it('asks for confirmation before it deletes the strategy', async () => {
    api.on(`DELETE /api/v1/strategies/${ID}`, ok(null));
    mount();
    const menu = (await card('MACD Londres')).getByRole('button', { name: 'Más acciones de MACD Londres' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar…' }));
    const asked = within(await screen.findByRole('dialog', { name: '¿Eliminar MACD Londres?' }));
    api.on(LIST, ok([strategyOf()]));
    fireEvent.click(asked.getByRole('button', { name: 'Eliminar' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'MACD Londres' })).toBeNull());
  });
});

describe('a strategy whose price source differs from the screen’s', () => {
  it('shows its price source on its card, and in the dialog before automatic trading starts', async () => {
    api.on(LIST, ok([strategyOf(), { ...MACD, price_source: 'iqoption' }]));
    mount();
    const macd = await card('MACD Londres');
    expect(macd.getByText('Trabaja con los precios de IQ Option; tú ves los del mercado simulado.')).toBeDefined();
    expect((await card('RSI extremos')).queryByText(/^Trabaja con los precios/)).toBeNull();
    fireEvent.click(macd.getByRole('button', { name: 'Activar MACD Londres' }));
    const asked = within(await screen.findByRole('dialog', { name: /dejar que opere sola/ }));
    expect(asked.getByText(/Sus señales salen de los precios de IQ Option, no de los que ves ahora/)).toBeDefined();
  });

  it('warns in its form that a changed rule moves it to the price source of the screen', async () => {
    api.on(LIST, ok([strategyOf({ price_source: 'deriv' })]));
    mount();
    fireEvent.click((await card('RSI extremos')).getByRole('button', { name: 'Editar RSI extremos' }));
    const form = within(await screen.findByRole('dialog', { name: 'Editar RSI extremos' }));
    expect(
      form.getByText(/^Trabaja con los precios de Deriv y la vista previa muestra los del mercado simulado\./),
    ).toBeDefined();
  });
});

it('the strategies page filters by status and counts the strategies of each status', async () => {
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'En pausa 1' }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Activas 0' }));
  expect(screen.getByText('Ninguna estrategia está en este estado.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ver todas' }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('the strategies page shows how many trades a verdict needs, given the number of cards on the page', async () => {
  const evidence = { bets: 0, above: 1, below: 1, decided_from: { above: 160, below: 160 }, cards: 4 };
  const signals = { ...strategyOf().signals, card: { ...strategyOf().signals.card, evidence } };
  api.on(LIST, ok([strategyOf({ signals })]));
  mount();
  const needed = betsUntilDecided(0.58, 0.85, 160) ?? NaN;
  expect(await screen.findByText(`${formatCount(needed)} operaciones`)).toBeDefined();
  expect(screen.getByText(/corregidos por las 4 tarjetas/)).toBeDefined();
});

it('the strategies page shows the library of strategies to a user without strategies', async () => {
  api.on(LIST, ok([]));
  mount();
  expect(await screen.findByText('starting points')).toBeDefined();
});

it('the strategies page explains why strategies could not be loaded, and retries', async () => {
  api.on(LIST, refused(503, 'database_unavailable', 'La base de datos no responde.'));
  mount();
  expect(await screen.findByText('La base de datos no responde.')).toBeDefined();
  api.on(LIST, ok([strategyOf()]));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await card('RSI extremos')).toBeDefined();
});

describe('the strategy form', () => {
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Nueva estrategia' }));
    return within(await screen.findByRole('dialog', { name: 'Nueva estrategia' }));
  };

  it('shows the parameters of the chosen type and submits them without automatic trading', async () => {
    api.on(CREATE, ok(strategyOf({ name: 'Cruce' })));
    mount();
    const form = await open();
    expect(form.getByRole('switch', { name: 'Operar sola' }).getAttribute('aria-checked')).toBe('false');
    fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Cruce' } });
    fireEvent.click(form.getByRole('button', { name: 'Medias' }));
    fireEvent.change(form.getByLabelText('Rápida'), { target: { value: '8' } });
    fireEvent.click(form.getByRole('button', { name: 'SMA' }));
    fireEvent.click(form.getByRole('button', { name: 'Crear estrategia' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodies(CREATE)).toEqual([
      {
        name: 'Cruce',
        description: null,
        type: 'moving_average',
        asset: 'EURUSD',
        timeframe: '5m',
        auto_trade: false,
        status: 'inactive',
        parameters: { fast: 8, slow: 30, ma_type: 'sma', trade_amount: 10, duration: 5 },
      },
    ]);
  });

  it('shows no rule on candles, and no expiry at the close of a candle, for signals from outside', async () => {
    mount();
    const form = await open();
    expect(form.getByText(/^Vence al cierre de la vela/)).toBeDefined();
    fireEvent.click(form.getByRole('button', { name: 'Externa' }));
    expect(form.queryByText(/^Vence al cierre de la vela/)).toBeNull();
    expect(form.queryByLabelText('Período')).toBeNull();
  });

  it('shows client and server errors below the fields', async () => {
    const details = [{ path: 'parameters.duration', message: 'Duración demasiado corta para esta vela.' }];
    api.on(CREATE, {
      status: 422,
      body: { error: { code: 'invalid_body', message: 'Revisa los datos.', details }, detail: 'Revisa los datos.' },
    });
    mount();
    const form = await open();
    fireEvent.change(form.getByLabelText('Sobreventa'), { target: { value: '80' } });
    fireEvent.click(form.getByRole('button', { name: 'Crear estrategia' }));
    expect(form.getByText('Ponle un nombre.')).toBeDefined();
    expect(form.getByText('La sobreventa debe quedar por debajo de la sobrecompra.')).toBeDefined();
    expect(api.bodies(CREATE)).toEqual([]);
    fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'RSI' } });
    fireEvent.change(form.getByLabelText('Sobreventa'), { target: { value: '30' } });
    fireEvent.click(form.getByRole('button', { name: 'Crear estrategia' }));
    expect(await form.findByText('Duración demasiado corta para esta vela.')).toBeDefined();
    expect(form.getByLabelText('Duración').getAttribute('aria-invalid')).toBe('true');
  });
});
