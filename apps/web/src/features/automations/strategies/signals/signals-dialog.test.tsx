import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { StrategySignalView } from '@vigia/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { WhyNotDialog } from '../../signals/why-not-dialog.tsx';
import { rejectionsQuery } from '../strategy-calls.ts';
import { strategyOf } from '../testing.ts';
import { SignalsDialog } from './signals-dialog.tsx';

vi.setConfig({ testTimeout: 20_000 });

const STRATEGY = strategyOf({ name: 'Extremos' });
const SIGNALS = `GET /api/v1/strategies/${STRATEGY.id}/signals`;
const REJECTIONS = `GET /api/v1/strategies/${STRATEGY.id}/rejections`;
const HASH = 'a'.repeat(64);

const signal = (given: Partial<StrategySignalView> = {}): StrategySignalView => ({
  id: '018f4a6e-0000-7000-8000-000000000009',
  strategy_id: STRATEGY.id,
  strategy_name: STRATEGY.name,
  asset: 'EURUSD',
  timeframe: '5m',
  is_external: false,
  direction: 'CALL',
  entry_price: 1.08312,
  entry_time: '2026-11-20T12:05:00.000Z',
  expiration_time: '2026-11-20T12:10:00.000Z',
  expiry: 5,
  expiry_seconds: null,
  expiry_ticks: null,
  status: 'won',
  settle_price: 1.08344,
  seq: 7,
  hash: HASH,
  trade_id: null,
  decision: null,
  payout: 0.85,
  criteria: [
    {
      condition: {
        test: 'crosses_above',
        left: { of: 'rsi', period: 14, ago: 0 },
        right: { of: 'number', value: 30, ago: 0 },
        candles: 1,
      },
      is_met: true,
      values: [31.456, 30],
    },
    {
      condition: {
        test: 'above',
        left: { of: 'price', line: 'close', ago: 0 },
        right: { of: 'ema', period: 200, ago: 0 },
        candles: 1,
      },
      is_met: false,
      values: [1.08312, null],
    },
  ],
  ...given,
});

afterEach(cleanup);

const candles = [0, 1, 2].map((index) => ({
  time: Date.parse('2026-11-20T12:00:00.000Z') / 1_000 + index * 300,
  open: 1.083,
  high: 1.084,
  low: 1.082,
  close: 1.0835,
  closed: true,
}));

describe('the signals of a strategy', () => {
  it('open with each condition, its values at the close, the result and the chain hash', async () => {
    const api = new FakeApi()
      .on(SIGNALS, ok([signal()]))
      .on('GET /api/v1/trading/candles', ok(candles))
      .on('GET /api/v1/trading/assets', ok([]));
    mountPanel(<SignalsDialog strategy={STRATEGY} onClose={() => {}} />, { api });
    fireEvent.click(await screen.findByRole('button', { name: /^Abrir la señal CALL/ }));
    const opened = within(await screen.findByRole('article', { name: /^Abrir la señal CALL/ }));
    const [first, second] = opened.getAllByRole('listitem').map((item) => item.textContent);
    expect(first).toBe('el RSI (14) cruza hacia arriba 30Al cierre: 31.46');
    expect(second).toMatch(/^el cierre está por encima de la EMA \(200\)Al cierre: 1\.083\d* · sin dato$/);
    expect(opened.getByRole('img', { name: 'Se cumplió' })).toBeDefined();
    expect(opened.getByRole('img', { name: 'No se cumplió' })).toBeDefined();
    expect(opened.getByText('85 %')).toBeDefined();
    expect(opened.getByText('Ganada')).toBeDefined();
    expect(opened.getByText(`Sello n.º 7 · ${HASH}`)).toBeDefined();
    fireEvent.click(await opened.findByRole('button', { name: 'Verla pasar' }));
    expect(await opened.findByRole('button', { name: 'Ver todo' })).toBeDefined();
    fireEvent.click(opened.getByRole('button', { name: 'Todas las señales' }));
    expect(await screen.findByRole('button', { name: /^Abrir la señal CALL/ })).toBeDefined();
  });

  it('are read again when the user opens a signal without a decision, and show the decision that was made meanwhile', async () => {
    const api = new FakeApi()
      .on(SIGNALS, ok([signal()]))
      .on('GET /api/v1/trading/candles', ok([]))
      .on('GET /api/v1/trading/assets', ok([]));
    mountPanel(<SignalsDialog strategy={STRATEGY} onClose={() => {}} />, { api });
    const row = await screen.findByRole('button', { name: /^Abrir la señal CALL/ });
    const refused = { decision: 'refused', at: '2026-11-20T12:05:01.000Z', code: 'kill_switch' } as const;
    api.on(SIGNALS, ok([signal({ decision: { ...refused, message: 'Todo está detenido.' } })]));
    fireEvent.click(row);
    expect(await screen.findByText('No se operó. Todo está detenido.')).toBeDefined();
  });

  it('show a decision as soon as the stream publishes it, in the opened signal', async () => {
    const api = new FakeApi()
      .on(SIGNALS, ok([signal()]))
      .on('GET /api/v1/trading/candles', ok([]))
      .on('GET /api/v1/trading/assets', ok([]));
    mountPanel(<SignalsDialog strategy={STRATEGY} onClose={() => {}} />, { api });
    fireEvent.click(await screen.findByRole('button', { name: /^Abrir la señal CALL/ }));
    await screen.findByText(/^Solo señala/);
    await vi.waitFor(() => expect(api.calls.filter(({ path }) => path.endsWith('/signals')).length).toBeGreaterThan(1));
    const late = { decision: 'late', at: '2026-11-20T12:05:01.000Z', code: 'late_order', message: 'Tarde.' } as const;
    const signalId = signal().id;
    api.services.stream.publish({
      type: 'signal_decided',
      automation: 'strategy',
      signal_id: signalId,
      decision: late,
    });
    expect(await screen.findByText(/Tarde\./)).toBeDefined();
  });

  it('state that old signals have no conditions, and explain an empty list', async () => {
    const api = new FakeApi()
      .on(SIGNALS, ok([signal({ criteria: [] })]))
      .on('GET /api/v1/trading/candles', ok([]))
      .on('GET /api/v1/trading/assets', ok([]));
    mountPanel(<SignalsDialog strategy={STRATEGY} onClose={() => {}} />, { api });
    fireEvent.click(await screen.findByRole('button', { name: /^Abrir la señal CALL/ }));
    expect(
      await screen.findByText('Sin condiciones: la señal llegó de fuera, o es de antes de que se guardaran.'),
    ).toBeDefined();
    expect(await screen.findByText('Las velas de esa hora ya no están a mano.')).toBeDefined();
    cleanup();
    mountPanel(<SignalsDialog strategy={STRATEGY} onClose={() => {}} />, {
      api: new FakeApi().on(SIGNALS, ok([])).on('GET /api/v1/trading/assets', ok([])),
    });
    expect(await screen.findByText(/^Todavía no hay señales: aparecen al cierre/)).toBeDefined();
  });
});

it('the rejected signals of a strategy are listed with the gate that rejected them', async () => {
  const refused = {
    id: 'one',
    at: '2026-11-20T12:05:00.000Z',
    automation: 'strategy',
    direction: 'PUT',
    stage: 'gate',
    reason: 'cooldown',
    message: 'Pasó 1 vela desde la señal anterior y pide 4.',
    value: 1,
    limit: 4,
    entry_point: null,
    filter_results: [],
  };
  const api = new FakeApi().on(REJECTIONS, ok([refused])).on('GET /api/v1/trading/assets', ok([]));
  const list = { query: rejectionsQuery(STRATEGY.id), decimals: 5, none: 'Ninguna.' };
  mountPanel(<WhyNotDialog text="Las frenadas." list={list} onClose={() => {}} />, { api });
  expect(await screen.findByText(refused.message)).toBeDefined();
  expect(screen.getByText('Regla · Espera')).toBeDefined();
});
