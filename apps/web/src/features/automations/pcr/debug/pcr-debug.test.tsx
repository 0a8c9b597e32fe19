import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { PcrDebug } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { rejectionOf, setupOf } from '../testing.ts';
import { eventDetailText, eventKindText, MAX_SHOWN_EVENTS, mergeEvents } from './event-log.ts';
import { PcrDebugPage } from './pcr-debug-page.tsx';

const DEBUG = 'GET /api/pcr/debug';
const { id } = setupOf();

const eventOf = (number: number) => ({
  number,
  at: '2026-11-21T14:00:00.000Z',
  kind: `kind ${number}`,
  detail: { close: 1.1 },
});

const stateOf = (given: Partial<PcrDebug> = {}): PcrDebug => ({
  setup_id: id,
  asset: 'EURUSD',
  timeframe: '5m',
  shared_by: 3,
  feed: { state: 'live', age_ms: 400, message: 'Los precios llegan.' },
  engine: {
    streams: 2,
    setups: 4,
    last_candle_at: '2026-11-21T13:55:00.000Z',
    evaluation_ms: { p50: 0.4, p99: 1.2, max: 3 },
    journal_waiting: 0,
    restored_from: 'snapshot',
  },
  atr: 0.0004,
  run: {
    color: 'green',
    length: 1,
    candles: [{ time: 1_795_269_300, open: 1.1, high: 1.102, low: 1.099, close: 1.101, color: 'green', strong: true }],
  },
  sequences: [],
  live_zones: [],
  events: [],
  last_event: 0,
  ...given,
});

// On a busy machine the first render takes seconds.
vi.setConfig({ testTimeout: 30_000 });

let api: FakeApi;

beforeEach(() => {
  drawNothing();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  api = new FakeApi()
    .on('GET /api/pcr/setups', ok([setupOf()]))
    .on('GET /api/v1/trading/assets', ok([]))
    .on(`GET /api/pcr/setup/${id}/rejections`, ok([rejectionOf()]))
    .on(DEBUG, ok(stateOf()));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const mount = () => mountPanel(<PcrDebugPage setupId={null} onChoose={() => {}} onToPcr={() => {}} />, { api });
const next = () => vi.advanceTimersByTimeAsync(2_100);

it('the debug page shows the candles of the sequence, the speed of the engine and the rejected opportunities', async () => {
  mount();
  expect(await screen.findByText('▲ verde')).toBeDefined();
  expect(screen.getByText('p50 0.4 ms · p99 1.2 ms · máx. 3 ms')).toBeDefined();
  expect(await screen.findByText('Un filtro no la dejó pasar.')).toBeDefined();
});

it('the debug page shows the message of the engine that prices have stopped', async () => {
  mount();
  await screen.findByText('▲ verde');
  api.on(DEBUG, ok(stateOf({ feed: { state: 'stale', age_ms: 12_000, message: 'Sin precios desde hace 12 s.' } })));
  await next();
  expect((await screen.findByRole('alert')).textContent).toContain('Sin precios desde hace 12 s.');
  expect(screen.getByText('Sin datos')).toBeDefined();
});

it('the debug page shows for how long the server has not responded, and keeps the last known state', async () => {
  mount();
  await screen.findByText('▲ verde');
  api.on(DEBUG, refused(503, 'service_unavailable', 'No disponible.'));
  await next();
  expect((await screen.findByRole('alert')).textContent).toMatch(/El servidor no responde desde hace \d+ s/);
  expect(screen.getByText('▲ verde')).toBeDefined();
  expect(screen.queryByText('En vivo')).toBeNull();
  api.on(DEBUG, ok(stateOf()));
  await next();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('the debug page explains why its data could not be loaded, and retries', async () => {
  api.on(DEBUG, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  expect(await screen.findByText('No pudimos leer el motor')).toBeDefined();
  api.on(DEBUG, ok(stateOf()));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('▲ verde')).toBeDefined();
});

it('the debug page requests only events after the last known event, and requests nothing while paused', async () => {
  api.on(DEBUG, ok(stateOf({ events: [eventOf(1), eventOf(2)], last_event: 2 })));
  mount();
  expect(await screen.findByText('kind 2')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Pausar' }));
  api.on(DEBUG, ok(stateOf({ events: [eventOf(3)], last_event: 3 })));
  await next();
  expect(await screen.findByText('En pausa · 1 por ver')).toBeDefined();
  expect(screen.queryByText('kind 3')).toBeNull();
  expect(api.calls.some(({ query }) => query.includes('after=2'))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Seguir' }));
  expect(await screen.findByText('kind 3')).toBeDefined();
  expect(screen.getByText('kind 1')).toBeDefined();
});

it('the debug page offers a link to the editor to a user without setups', async () => {
  api.on('GET /api/pcr/setups', ok([]));
  mount();
  expect(await screen.findByRole('button', { name: 'Ir a PCR' })).toBeDefined();
});

it('the debug page keeps each event only once, and drops the oldest events', () => {
  const log = mergeEvents([eventOf(1), eventOf(2)], [eventOf(2), eventOf(3)]);
  expect(log.map(({ number }) => number)).toEqual([1, 2, 3]);
  const many = Array.from({ length: MAX_SHOWN_EVENTS + 5 }, (_, index) => eventOf(index + 1));
  expect(mergeEvents([], many)).toHaveLength(MAX_SHOWN_EVENTS);
});

it('an event names its kind and its details in Spanish, with all decimals of a price and without ids', () => {
  const candle = { time: 1_795_269_300, open: 1.1, close: 1.102, backfilled: false };
  expect([eventKindText('candle'), eventDetailText(candle, 5)]).toEqual([
    'Vela',
    'apertura 1.10000, cierre 1.10200, llegó después no',
  ]);
  const rejected = { id: 'x', direction: 'CALL', entry_point: 'punto_optimo', gate: 'conflict', value: 2, limit: null };
  expect(eventDetailText(rejected, 5)).toBe('dirección CALL, entrada punto óptimo, regla señal contraria, valor 2');
});
