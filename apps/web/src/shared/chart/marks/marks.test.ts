import type { Option, PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { type PriceSource, TIMEFRAME_SECONDS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import { barPosition } from './bar-position.ts';
import { chartMarks } from './chart-marks.ts';
import { resultMarks, signalMarks, tradeMarks } from './trade-marks.ts';
import { zoneMarks } from './zone-marks.ts';

const iso = (clock: string): string => `2026-11-21T${clock}.000Z`;
const ms = (clock: string): number => Date.parse(iso(clock));
const SETUP = '00000000-0000-4000-8000-0000000000aa';

function demand(id: string, endedAt: string | null): PcrSequenceView {
  return {
    id,
    asset: 'EURUSD',
    timeframe: '5m',
    setup_id: SETUP,
    color: 'red',
    length: 5,
    strong_candles: 3,
    start_time: iso('13:00:00'),
    end_time: iso('13:25:00'),
    price_range: { low: 1.0854, high: 1.0873 },
    validation_results: { length: true, strength: true, displacement: true, efficiency: true, break: true },
    is_valid: true,
    breaking_candle: { time: ms('13:25:00') / 1_000, open: 1.0855, high: 1.086, low: 1.0854, close: 1.0859 },
    zone: {
      kind: 'demand',
      direction: 'CALL',
      state: endedAt === null ? 'live' : 'expired',
      created_at: iso('13:30:00'),
      ended_at: endedAt,
      zona_fina: { low: 1.0854, high: 1.0856 },
      zona_ancha: { low: 1.0854, high: 1.0859 },
      punto_optimo: 1.08555,
      zona_fina_fifty: 1.0855,
      zona_ancha_fifty: 1.08565,
      punto_optimo_fifty: 1.0857,
    },
  };
}

it('the chart draws an active PCR zone from the first candle of its sequence to the right edge', () => {
  expect(zoneMarks([demand('a', null)], 'EURUSD', '5m')).toEqual([
    {
      id: 'a',
      direction: 'CALL',
      run: { fromMs: ms('13:00:00'), toMs: ms('13:25:00'), low: 1.0854, high: 1.0873 },
      endedMs: null,
      wide: { low: 1.0854, high: 1.0859 },
      fine: { low: 1.0854, high: 1.0856 },
      optimal: 1.08555,
      label: '▲ Demanda · 5 rojas',
    },
  ]);
});

it('the chart draws a PCR zone at its time and price on another timeframe, and labels it with the zone’s timeframe', () => {
  const [own] = zoneMarks([demand('a', null)], 'EURUSD', '5m');
  const [other] = zoneMarks([demand('a', null)], 'EURUSD', '1h');
  expect(other).toEqual({ ...own, label: '▲ Demanda · 5 rojas · 5m' });
});

it.each(TIMEFRAMES)('the chart draws a PCR zone at the same time and price on candles of %s', (timeframe) => {
  const [own] = zoneMarks([demand('a', iso('14:10:00'))], 'EURUSD', '5m');
  const [shown] = zoneMarks([demand('a', iso('14:10:00'))], 'EURUSD', timeframe);
  if (!own || !shown) throw new Error('the zone is not drawn');
  expect({ ...shown, label: own.label }).toEqual(own);
  const periodMs = TIMEFRAME_SECONDS[timeframe] * 1_000;
  const firstMs = Math.floor(ms('00:00:00') / periodMs) * periodMs;
  const bars = Array.from({ length: 1_500 }, (_, index) => ({ timestamp: firstMs + index * periodMs }));
  for (const timeMs of [shown.run.fromMs, shown.run.toMs, ms('14:10:00')]) {
    expect(firstMs + barPosition(bars, periodMs, timeMs) * periodMs).toBeCloseTo(timeMs, 3);
  }
});

it('the chart draws every active PCR zone and the last two ended ones', () => {
  const ended = ['14:00:00', '14:30:00', '14:10:00'].map((clock) => demand(clock, iso(clock)));
  const marks = zoneMarks([demand('live', null), ...ended], 'EURUSD', '5m');
  expect(marks.map(({ id }) => id).sort()).toEqual(['14:10:00', '14:30:00', 'live']);
  expect(marks.find(({ id }) => id === '14:30:00')?.endedMs).toBe(ms('14:30:00'));
});

it('the chart draws no PCR zone of another asset or of a sequence without a zone', () => {
  expect(zoneMarks([demand('a', null)], 'GBPUSD', '5m')).toEqual([]);
  expect(zoneMarks([{ ...demand('a', null), zone: null }], 'EURUSD', '5m')).toEqual([]);
});

const trade: Option = {
  id: 't',
  asset_symbol: 'EURUSD',
  option_type: 'PUT',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.0861,
  entry_time: iso('14:00:00'),
  entry_tick_time: iso('14:00:00'),
  expiry_time: iso('14:05:00'),
  status: 'active',
  execution: 'confirmed',
  broker: 'mock',
  account: 'mock',
  currency: 'USD',
  mode: 'mock',
  origin: 'manual',
  source: 'simulated',
  profit: null,
  settlement: null,
};

it('the chart draws open trades of the symbol from entry to expiry', () => {
  const [mark, ...rest] = tradeMarks([trade, { ...trade, asset_symbol: 'BTCUSD' }], 'EURUSD');
  expect(rest).toEqual([]);
  expect(mark).toMatchObject({
    direction: 'PUT',
    entryMs: ms('14:00:00'),
    entryPrice: 1.0861,
    expiryMs: ms('14:05:00'),
    stake: 10,
  });
});

it('the chart draws a trade of any account only on prices of the source that decides the trade', () => {
  const atBroker: Option = { ...trade, broker: 'iqoption', source: 'iqoption' };
  const won: Option = {
    ...atBroker,
    status: 'won',
    profit: 8.5,
    settlement: {
      price: 1.086,
      tick_time: iso('14:04:59'),
      source: 'iqoption',
      settled_at: iso('14:05:01'),
      reason: null,
      corrected_at: null,
    },
  };
  const drawnOn = (shown: PriceSource | null, running: Option, ended: Option) => {
    const sources = { shown, sequences: [], signals: [], trades: [running], history: [ended] };
    const { trades, results } = chartMarks(sources, 'EURUSD', '5m', ms('14:06:00'));
    return [trades.length, results.length];
  };
  expect(drawnOn('simulated', atBroker, won)).toEqual([0, 0]);
  expect(drawnOn(null, atBroker, won)).toEqual([0, 0]);
  expect(drawnOn('iqoption', atBroker, won)).toEqual([1, 1]);
  const onPaper = { ...won, broker: 'mock', source: 'simulated' } as const;
  expect(drawnOn('simulated', trade, onPaper)).toEqual([1, 1]);
  expect(drawnOn('iqoption', trade, onPaper)).toEqual([0, 0]);
});

it('the chart shows the result of a trade for three hours, as a line from the entry to the deciding price', () => {
  const settlement = {
    price: 1.086,
    tick_time: iso('14:04:59'),
    source: 'simulated' as const,
    settled_at: iso('14:05:01'),
    reason: null,
    corrected_at: null,
  };
  const won: Option = { ...trade, status: 'won', profit: 8.5, settlement };
  const [mark] = resultMarks([won], 'EURUSD', ms('17:05:00'));
  expect(mark).toMatchObject({
    entry: { atMs: ms('14:00:00'), price: 1.0861 },
    atMs: ms('14:05:00'),
    price: 1.086,
    outcome: 'won',
    stake: 10,
    profit: 8.5,
  });
  expect(resultMarks([won], 'EURUSD', ms('17:05:01'))).toEqual([]);
  expect(resultMarks([won], 'GBPUSD', ms('14:35:00'))).toEqual([]);
});

it.each([
  ['lost', -10, 'lost'],
  ['expired', 0, 'even'],
] as const)('the chart marks a trade with the status %s by a distinct outcome', (status, profit, outcome) => {
  const settlement = {
    price: 1.0861,
    tick_time: iso('14:04:59'),
    source: 'simulated' as const,
    settled_at: iso('14:05:01'),
    reason: null,
    corrected_at: null,
  };
  const [mark] = resultMarks([{ ...trade, status, profit, settlement }], 'EURUSD', ms('14:06:00'));
  expect(mark).toMatchObject({ outcome });
});

it('the chart marks a signal at its time, with its outcome', () => {
  const signal: PcrSignalView = {
    id: 's',
    asset: 'EURUSD',
    timeframe: '5m',
    source: 'simulated',
    direction: 'CALL',
    setup_id: SETUP,
    setup_name: 'Agotamiento',
    sequence_id: 'a',
    entry_point: 'zona_fina',
    entry_price: 1.0856,
    current_price: null,
    entry_time: iso('14:10:00'),
    timestamp: iso('14:10:00'),
    expiration_time: iso('14:15:00'),
    expiry: 5,
    expiry_seconds: null,
    expiry_ticks: null,
    pattern: 'rojo·5',
    sequence: { color: 'red', length: 5, start_time: '2026-11-21T13:30:00.000Z', end_time: '2026-11-21T13:55:00.000Z' },
    zone: { kind: 'demand', zona_fina: { low: 1.084, high: 1.0842 }, zona_ancha: { low: 1.084, high: 1.085 } },
    filter_results: [],
    criteria: [],
    confidence: 0.5,
    status: 'lost',
    settle_price: 1.085,
    break_even: null,
    seq: 1,
    hash: 'h',
    trade_id: null,
    decision: null,
  };
  expect(signalMarks([signal], 'EURUSD')).toEqual([
    { id: 's', direction: 'CALL', atMs: ms('14:10:00'), price: 1.0856, outcome: 'lost' },
  ]);
  expect(signalMarks([signal], 'GBPUSD')).toEqual([]);
});
