import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { PcrSignalView, StrategySignalView } from '@vigia/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { sampleOf } from '#shared/test/sample-of.ts';
import { useLivePcr } from '../pcr/live-pcr.ts';
import { useStrategySignals } from '../strategies/live-strategies.ts';
import { SignalsTab } from './signals-tab.tsx';

vi.setConfig({ testTimeout: 20_000 });
afterEach(cleanup);

const SETUP_SIGNAL: PcrSignalView = {
  ...PcrSignalView.parse(sampleOf(PcrSignalView)),
  id: '018f4a6e-0000-7000-8000-000000000001',
  asset: 'GBPUSD',
  direction: 'PUT',
  setup_name: 'Agotamiento',
  entry_point: 'zona_fina',
  entry_time: '2026-11-20T12:05:00.000Z',
  expiration_time: '2026-11-20T12:10:00.000Z',
  sequence: { color: 'green', length: 4, start_time: '2026-11-20T11:30:00.000Z', end_time: '2026-11-20T11:50:00.000Z' },
  zone: { kind: 'supply', zona_fina: { low: 1.2, high: 1.3 }, zona_ancha: { low: 1.1, high: 1.3 } },
  filter_results: [],
  status: 'lost',
  confidence: 0.5,
  break_even: 0.54,
  trade_id: null,
  criteria: [
    { criterion: 'length', held: true, value: 4, limit: [3, 9] },
    { criterion: 'strength', held: false, value: 1, limit: 2 },
    { criterion: 'displacement', held: true, value: 0.00123, limit: 0.00101 },
    { criterion: 'efficiency', held: true, value: 0.75, limit: 0.5 },
    { criterion: 'break', held: true, value: 1.20345, limit: 1.20456 },
  ],
  decision: null,
};
const STRATEGY_SIGNAL: StrategySignalView = {
  ...StrategySignalView.parse(sampleOf(StrategySignalView)),
  id: '018f4a6e-0000-7000-8000-000000000002',
  asset: 'EURUSD',
  direction: 'CALL',
  strategy_name: 'Extremos',
  is_external: false,
  entry_time: '2026-11-20T12:15:00.000Z',
  expiration_time: '2026-11-20T12:20:00.000Z',
  status: 'won',
  trade_id: '018f4a6e-0000-7000-8000-000000000003',
  decision: {
    decision: 'traded',
    at: '2026-11-20T12:15:01.000Z',
    stake: 20,
    currency: 'USD',
    ladder: { step: 2, steps: 3 },
  },
  criteria: [{ condition: { test: 'shape', shape: 'green', candles: 1 }, is_met: true, values: [] }],
};

const SETUPS = apiQuery('/setups', z.array(PcrSignalView));
const STRATEGIES = apiQuery('/strategies', z.array(StrategySignalView));

function Tab() {
  return <SignalsTab setups={useQuery(SETUPS)} strategies={useQuery(STRATEGIES)} emptyAction={null} />;
}

function mount(setups: unknown = [SETUP_SIGNAL], strategies: unknown = [STRATEGY_SIGNAL]) {
  const api = new FakeApi()
    .on('GET /setups', ok(setups))
    .on('GET /strategies', ok(strategies))
    .on('GET /api/v1/trading/candles', ok([]));
  mountPanel(<Tab />, { api });
}

const rows = () => screen.getAllByRole('button', { name: /^Abrir la señal/ }).map((row) => row.textContent ?? '');

it('the tab of signals lists the signals of setups and strategies together, newest first', async () => {
  mount();
  await screen.findByRole('button', { name: /^Abrir la señal CALL de Extremos/ });
  expect(rows()).toEqual([
    expect.stringMatching(/EURUSD.*Extremos.*operada sola.*Ganada/),
    expect.stringMatching(/GBPUSD.*Agotamiento.*Perdida/),
  ]);
});

it('the tab of signals shows only the signals that match every chosen filter', async () => {
  mount();
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
  await screen.findByRole('button', { name: /de Extremos/ });
  choose('De quién', 'Agotamiento');
  expect(rows()).toEqual([expect.stringContaining('Agotamiento')]);
  choose('Resultado', 'won');
  expect(screen.getByText('Ninguna de las últimas señales es así.')).toBeDefined();
  choose('De quién', '');
  expect(rows()).toEqual([expect.stringContaining('Extremos')]);
  choose('Dirección', 'PUT');
  choose('Resultado', '');
  choose('Activo', 'GBPUSD');
  expect(rows()).toEqual([expect.stringContaining('Agotamiento')]);
});

it('the tab of signals names signals from outside, and can show only these', async () => {
  const external = { ...STRATEGY_SIGNAL, id: SETUP_SIGNAL.id, strategy_name: 'TradingView', is_external: true };
  mount([], [STRATEGY_SIGNAL, external]);
  await screen.findByRole('button', { name: /de TradingView/ });
  expect(rows().map((row) => row.includes('externa'))).toEqual([false, true]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Tipo' }), { target: { value: 'external' } });
  expect(rows()).toEqual([expect.stringContaining('TradingView')]);
  fireEvent.click(screen.getByRole('button', { name: /de TradingView/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'TradingView' }));
  expect(dialog.getByText('Se selló al llegar y no cambia.')).toBeDefined();
});

function LiveTab() {
  const { signals } = useLivePcr('EURUSD');
  return <SignalsTab setups={signals} strategies={useStrategySignals()} emptyAction={null} />;
}

it.each([
  ['pcr', SETUP_SIGNAL, /de Agotamiento/],
  ['strategy', { ...STRATEGY_SIGNAL, trade_id: null, decision: null }, /de Extremos/],
] as const)(
  'an opened signal shows its decision as soon as the stream publishes it: %s',
  async (automation, one, name) => {
    const api = new FakeApi()
      .on('GET /api/pcr/signals', ok({ signals: automation === 'pcr' ? [one] : [] }))
      .on('GET /api/v1/strategies/signals', ok(automation === 'pcr' ? [] : [one]))
      .on('GET /api/pcr/sequences/summary', ok([]))
      .on('GET /api/v1/trading/candles', ok([]));
    mountPanel(<LiveTab />, { api });
    fireEvent.click(await screen.findByRole('button', { name }));
    await screen.findByText(/^Solo señala/);
    const decision = {
      decision: 'late',
      at: '2026-11-20T12:05:01.000Z',
      code: 'late_order',
      message: 'Tarde.',
    } as const;
    await vi.waitFor(() => {
      api.services.stream.publish({ type: 'signal_decided', automation, signal_id: one.id, decision });
      expect(screen.getByText(/Tarde\./)).toBeDefined();
    });
  },
);

it('a signal of a setup opens with its sequence, zone, filters, confidence, break-even and chain hash', async () => {
  mount();
  fireEvent.click(await screen.findByRole('button', { name: /de Agotamiento/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agotamiento' }));
  expect(dialog.getByRole('region', { name: 'Qué encontró' }).textContent).toMatch(
    /Una secuencia de 4 verdes, .* dejó una zona al romperse\. El precio volvió a subir hasta ella \(zona fina\): PUT\./,
  );
  expect(dialog.getByRole('region', { name: 'Filtros' }).textContent).toContain('sin filtros');
  expect(dialog.getByText('Confianza').nextSibling?.textContent).toBe('50.0 %');
  expect(dialog.getByText('Equilibrio').nextSibling?.textContent).toBe('54.0 %');
  expect(dialog.getByText(/^Sello n\.º/)).toBeDefined();
  expect(dialog.getByRole('region', { name: 'Qué se decidió' }).textContent).toMatch(/Solo señala: /);
});

it('a signal of a setup shows each criterion with its measured value, its threshold and whether it holds', async () => {
  mount();
  fireEvent.click(await screen.findByRole('button', { name: /de Agotamiento/ }));
  const criteria = within(await screen.findByRole('region', { name: 'Los cinco criterios' }));
  expect(criteria.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Longitud4 velasde 3 a 9',
    'Velas fuertes1mín. 2',
    'Recorrido0.00123mín. 0.00101',
    'Eficiencia0.75mín. 0.5',
    'Ruptura1.20345máx. 1.20456',
  ]);
  expect(criteria.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'cumple',
    'no cumple',
    'cumple',
    'cumple',
    'cumple',
  ]);
});

it('a signal that was stored before signals contained criteria opens with a note that it has none', async () => {
  mount([{ ...SETUP_SIGNAL, criteria: [] }]);
  fireEvent.click(await screen.findByRole('button', { name: /de Agotamiento/ }));
  const criteria = await screen.findByRole('region', { name: 'Los cinco criterios' });
  expect(criteria.textContent).toContain('Esta señal es de antes de que se guardaran sus criterios.');
});

it('a signal of a strategy opens with its conditions', async () => {
  mount();
  fireEvent.click(await screen.findByRole('button', { name: /de Extremos/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extremos' }));
  expect(dialog.getByRole('region', { name: 'Qué se cumplió' }).textContent).toContain('la vela es verde');
  expect(dialog.getByRole('region', { name: 'Qué se decidió' }).textContent).toContain(
    'Se operó sola con $20.00, paso 2 de 3 de su martingala. La operación está en Historial.',
  );
});

it('the tab of signals explains why its list is empty', async () => {
  mount([], []);
  expect(await screen.findByText(/^Todavía no hay señales/)).toBeDefined();
});
