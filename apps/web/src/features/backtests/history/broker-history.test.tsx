import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type HistoryFetch, NO_BROKER_STATUS, type PriceFile } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { fileOf } from '../testing.ts';
import { BrokerHistory } from './broker-history.tsx';

const LIST = 'GET /api/v1/history-fetches';
const START = 'POST /api/v1/history-fetches';
const BROKERS = 'GET /api/v1/multi-broker/brokers';
const ID = '018f4a6e-0000-7000-8000-0000000000ee';

const fetchOf = (given: Partial<HistoryFetch> = {}): HistoryFetch => ({
  id: ID,
  broker: 'deriv',
  symbol: 'EURUSD',
  status: 'running',
  waiting_for: null,
  from: '2025-11-24T00:00:00.000Z',
  to: '2026-11-25T14:30:00.000Z',
  candles: 265_000,
  first_candle: '2026-05-01T00:00:00.000Z',
  last_candle: '2026-11-25T14:29:00.000Z',
  pages: 106,
  pages_done: 53,
  gaps: null,
  updated_at: '2026-11-25T14:32:10.000Z',
  ...given,
});
const DONE = fetchOf({
  status: 'done',
  pages_done: 106,
  gaps: {
    weekends: 29,
    holes: 1,
    hole_minutes: 1_425,
    longest: [{ from: '2026-06-25T00:00:00.000Z', to: '2026-06-25T23:45:00.000Z', minutes: 1_425 }],
  },
});
const KEPT = fileOf({ id: ID, name: 'Deriv', status: 'kept', time_zone: 'UTC', broker: 'deriv' });
const CANCEL = `POST /api/v1/history-fetches/${ID}/cancel`;

const brokerOf = (id: string, name: string, isConnected: boolean) => ({
  id,
  name,
  display_name: name,
  auth_type: 'api_token',
  credential_kinds: ['api_token'],
  offers_consent: false,
  is_official: true,
  is_experimental: false,
  forbids_bots: false,
  resets_practice: true,
  on_equal_prices: 'lost',
  words: { site: 'deriv.com', known: '', steps: null },
  status: { ...NO_BROKER_STATUS, broker: id, connection_status: isConnected ? 'connected' : 'disconnected' },
});
const brokers = (isConnected: boolean) => ({
  status: 200,
  body: {
    success: true,
    message: '',
    ...NO_BROKER_STATUS,
    active_broker: null,
    brokers: [brokerOf('iqoption', 'IQ Option', false), brokerOf('deriv', 'Deriv', isConnected)],
  },
});

let api: FakeApi;
let chosen: PriceFile[];
let charted: PriceFile[];
let kept: number;
beforeEach(() => {
  api = new FakeApi().on(LIST, ok([])).on(BROKERS, brokers(true));
  chosen = [];
  charted = [];
  kept = 0;
});
afterEach(() => {
  cleanup();
});
const mount = (files: readonly PriceFile[] = [], current: PriceFile | null = null) =>
  mountPanel(
    <BrokerHistory
      asset="EURUSD"
      files={files}
      chosen={current}
      onChoose={(file) => chosen.push(file)}
      onChart={(file) => charted.push(file)}
      onKept={() => {
        kept += 1;
      }}
    />,
    { api },
  );
const button = (name: string) => screen.findByRole('button', { name });

describe('the price history from a broker', () => {
  it('can be fetched from a connected broker, and its progress is shown', async () => {
    api.on(START, () => {
      api.on(LIST, ok([fetchOf()]));
      return { status: 202, body: { success: true, data: fetchOf() } };
    });
    mount();
    expect(await screen.findByRole('option', { name: 'Deriv' })).toBeDefined();
    expect(screen.queryByRole('option', { name: 'IQ Option' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Activo'), { target: { value: 'frxusdjpy' } });
    fireEvent.click(await button('Traer 12 meses'));
    const bar = await screen.findByRole('progressbar', { name: 'Avance de EURUSD' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('página 53 de 106')).toBeDefined();
    expect(screen.getByText(/265,000 velas del 1 may 2026 al 25 nov 2026 \(UTC\)/)).toBeDefined();
    expect(api.bodies(START)).toEqual([{ broker: 'deriv', symbol: 'FRXUSDJPY' }]);
    expect(kept).toBe(0);
  });

  it('requires a connected broker', async () => {
    api.on(BROKERS, brokers(false));
    mount();
    expect(await screen.findByText(/Conecta un bróker en Conexiones/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Traer 12 meses' })).toBeNull();
  });

  it('shows why the server rejected the request', async () => {
    api.on(START, refused(404, 'asset_unknown', 'No conocemos el activo EURUSD.'));
    mount();
    fireEvent.click(await button('Traer 12 meses'));
    expect(await screen.findByText('No conocemos el activo EURUSD.')).toBeDefined();
  });

  it.each([
    ['connection', /Esperando la conexión/],
    ['rate_limit', /pide ir más despacio/],
    ['answer', /no contestó/],
  ] as const)('shows why the download is paused: %s', async (waiting_for, text) => {
    api.on(LIST, ok([fetchOf({ waiting_for })]));
    mount();
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('can be stopped and continued', async () => {
    const cancelled = fetchOf({ status: 'cancelled', gaps: { weekends: 0, holes: 0, hole_minutes: 0, longest: [] } });
    api.on(LIST, ok([fetchOf()])).on(CANCEL, () => {
      api.on(LIST, ok([cancelled]));
      return { status: 200, body: { success: true, data: cancelled } };
    });
    api.on(START, { status: 202, body: { success: true, data: fetchOf() } });
    mount();
    fireEvent.click(await button('Detener'));
    expect(await screen.findByText('Detenida')).toBeDefined();
    expect(screen.getByText('Sin huecos.')).toBeDefined();
    fireEvent.click(await button('Continuar'));
    await waitFor(() => expect(api.bodies(START)).toEqual([{ broker: 'deriv', symbol: 'EURUSD' }]));
  });

  it('shows its holes, its weekends and its first day, and can be used in a backtest', async () => {
    api.on(LIST, ok([DONE]));
    mount([KEPT]);
    expect(await screen.findByText(/1 hueco \(1,425 minutos\) · 29 fines de semana cerrados/)).toBeDefined();
    expect(screen.getByText(/Se pidió desde el 24 nov 2025; el bróker tiene velas desde el 1 may 2026/)).toBeDefined();
    expect(screen.getByText('2026-06-25 00:00: 1,425 minutos')).toBeDefined();
    expect(kept).toBe(1);
    expect(await button('Traer lo nuevo')).toBeDefined();
    fireEvent.click(await button('Usar en la prueba'));
    expect(chosen).toEqual([KEPT]);
    fireEvent.click(await button('Ver en el gráfico'));
    expect(charted).toEqual([KEPT]);
  });

  it('is not offered for a backtest if it contains no candles', async () => {
    api.on(LIST, ok([fetchOf({ status: 'done', candles: 0, first_candle: null, last_candle: null })]));
    mount();
    expect(await screen.findByText(/no tiene velas de este activo/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Usar en la prueba' })).toBeNull();
  });
});
