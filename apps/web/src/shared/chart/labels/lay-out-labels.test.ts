import { PAPER_CURRENCY, type Timeframe } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import type { ResultMark, TradeMark } from '../marks/trade-marks.ts';
import type { ZoneMark } from '../marks/zone-marks.ts';
import { overlaps } from './box.ts';
import type { LabelledItems } from './label-scene.ts';
import { layOutLabels } from './lay-out-labels.ts';
import { NOW_MS, testingPlot } from './testing-plot.ts';
import { tradeGroups } from './trade-groups.ts';

const MINUTE = 60_000;
const NOTHING: LabelledItems = { groups: [], results: [], signals: [], zones: [], gaps: [] };
const FLAT = Array.from({ length: 60 }, () => [100.6, 100.4] as const);
const PHONE = { width: 330, height: 245 };
const DESKTOP = { width: 700, height: 380, gutterPx: 180 };

const trade = (id: string, changed: Partial<TradeMark> = {}): TradeMark => ({
  id,
  direction: 'CALL',
  stake: 10,
  currency: PAPER_CURRENCY,
  entryMs: NOW_MS - 5_000,
  entryPrice: 100.5,
  expiryMs: NOW_MS + 235_000,
  ...changed,
});

const result = (id: string, changed: Partial<ResultMark> = {}): ResultMark => ({
  id,
  direction: 'PUT',
  entry: { atMs: NOW_MS - 25 * MINUTE, price: 100.5 },
  atMs: NOW_MS - 20 * MINUTE,
  price: 100.45,
  outcome: 'won',
  stake: 10,
  profit: 8.5,
  currency: PAPER_CURRENCY,
  ...changed,
});

const zone = (id: string, changed: Partial<ZoneMark> = {}): ZoneMark => ({
  id,
  direction: 'PUT',
  run: { fromMs: NOW_MS - 30 * MINUTE, toMs: NOW_MS - 26 * MINUTE, low: 100.4, high: 100.6 },
  endedMs: null,
  wide: { low: 100.62, high: 100.7 },
  fine: { low: 100.62, high: 100.64 },
  optimal: 100.63,
  label: '▼ Oferta · 4 verdes',
  ...changed,
});

const textsOf = (groups: LabelledItems['groups'], size: { width: number; height: number; gutterPx?: number }) =>
  layOutLabels({ ...NOTHING, groups }, testingPlot(FLAT, size)).chips.map(({ rows }) =>
    rows.map((row) => row.map(({ text }) => text).join('')),
  );

it('trades with the same expiry share one chip with their number, stake and remaining time', () => {
  const groups = tradeGroups([trade('a'), trade('b', { entryPrice: 100.45 })]);
  expect(textsOf(groups, DESKTOP)).toEqual([['2 × CALL $10 · 03:55']]);
  expect(textsOf(groups, PHONE)).toEqual([['2 × CALL $10', '03:55']]);
});

it('a chip has a line for each direction, and the sum of different stakes', () => {
  const trades = [trade('a'), trade('b', { stake: 25 }), trade('c', { direction: 'PUT' })];
  expect(textsOf(tradeGroups(trades), DESKTOP)).toEqual([['2 CALL · $35', '▼ PUT $10', '03:55']]);
});

it('trades with another expiry get their own chip, next expiry first', () => {
  const trades = [trade('a'), trade('b', { expiryMs: NOW_MS + 1_000 }), trade('c', { expiryMs: NOW_MS - 1_000 })];
  expect(textsOf(tradeGroups(trades), PHONE)).toEqual([
    ['▲ CALL $10', 'Liquidando…'],
    ['▲ CALL $10', '00:01'],
    ['▲ CALL $10', '03:55'],
  ]);
});

it('a chip lies between the last candle and the price axis, with a leader line to each entry price', () => {
  const plot = testingPlot(FLAT, PHONE);
  const groups = tradeGroups([trade('a'), trade('b', { entryPrice: 100.45 }), trade('c')]);
  const [chip] = layOutLabels({ ...NOTHING, groups }, plot).chips;
  expect(chip?.box.left).toBeGreaterThan(plot.candles.lastRightPx);
  expect(chip?.leaders.map(({ price, to }) => [price, to.y])).toEqual([
    [100.5, plot.y(100.5)],
    [100.45, plot.y(100.45)],
  ]);
  for (const { from, to } of chip?.leaders ?? []) {
    expect(from.x).toBe(chip?.box.left);
    expect(to.x).toBeGreaterThanOrEqual(plot.candles.lastRightPx - 8);
  }
});

it.each(['1m', '5m', '15m', '1h'] satisfies Timeframe[])(
  'a result stays at its true time on candles of %s',
  (timeframe) => {
    const plot = testingPlot(FLAT, { ...DESKTOP, timeframe });
    const [placed] = layOutLabels({ ...NOTHING, results: [result('a')] }, plot).results;
    expect(placed && Math.abs(placed.box.left + placed.box.width / 2 - plot.x(NOW_MS - 20 * MINUTE))).toBeLessThan(1);
  },
);

it('the badge of a CALL lies below its candle, the badge of a PUT above it, and further badges stack outwards', () => {
  const plot = testingPlot(FLAT, DESKTOP);
  const results = [result('a'), result('b', { direction: 'CALL' }), result('c')];
  const [put, call, next] = layOutLabels({ ...NOTHING, results }, plot).results.map(({ box }) => box);
  if (!put || !call || !next) throw new Error('a badge is missing');
  expect(put.top + put.height).toBeLessThan(plot.y(100.6));
  expect(call.top).toBeGreaterThan(plot.y(100.4));
  expect(next.top + next.height).toBeLessThanOrEqual(put.top);
});

it('a result out of view has no badge', () => {
  const plot = testingPlot(FLAT, PHONE);
  expect(layOutLabels({ ...NOTHING, results: [result('a', { atMs: NOW_MS - 50 * MINUTE })] }, plot).results).toEqual(
    [],
  );
});

it('an active zone has its label at its left end, and an ended one has no label', () => {
  const plot = testingPlot(FLAT, DESKTOP);
  const { zones } = layOutLabels({ ...NOTHING, zones: [zone('a'), zone('b', { endedMs: NOW_MS - MINUTE })] }, plot);
  expect(zones.map((placed) => placed.zone.id)).toEqual(['a']);
  expect(zones[0]?.box.left).toBe(Math.round(plot.x(NOW_MS - 30 * MINUTE)));
});

it('the label of a zone that starts left of the plot lies at the left edge', () => {
  const plot = testingPlot(FLAT, DESKTOP);
  const old = zone('a', {
    run: { fromMs: NOW_MS - 300 * MINUTE, toMs: NOW_MS - 296 * MINUTE, low: 100.4, high: 100.6 },
  });
  expect(layOutLabels({ ...NOTHING, zones: [old] }, plot).zones[0]?.box.left).toBe(2);
});

it('the label of a zone whose prices are out of view is absent', () => {
  const plot = testingPlot(FLAT, DESKTOP);
  const above = zone('a', { wide: { low: 101.1, high: 101.2 } });
  const below = zone('b', { wide: { low: 99.7, high: 99.9 } });
  expect(layOutLabels({ ...NOTHING, zones: [above, below] }, plot).zones).toEqual([]);
});

it('the label of a zone moves away from its run until it covers no candle', () => {
  const falling = Array.from({ length: 60 }, (_, index) => [100.85 - index / 100, 100.8 - index / 100] as const);
  const plot = testingPlot(falling, DESKTOP);
  const run = { fromMs: NOW_MS - 45 * MINUTE, toMs: NOW_MS - 40 * MINUTE, low: 100.62, high: 100.7 };
  const demand = zone('a', { direction: 'CALL', run, wide: { low: 100.6, high: 100.65 } });
  const [placed] = layOutLabels({ ...NOTHING, zones: [demand] }, plot).zones;
  if (!placed) throw new Error('the label is missing');
  const { left, top, width } = placed.box;
  expect(left).toBe(Math.round(plot.x(run.fromMs)));
  expect(top).toBeGreaterThan(plot.candles.spanOf(left, left + width)?.bottom ?? 0);
});

it('a signal is marked beyond its candle, and no label covers it', () => {
  const plot = testingPlot(FLAT, DESKTOP);
  const signal = { id: 's', direction: 'PUT', atMs: NOW_MS - 20 * MINUTE, price: 100.5, outcome: 'won' } as const;
  const { signals, results } = layOutLabels({ ...NOTHING, signals: [signal], results: [result('a')] }, plot);
  const [mark, badge] = [signals[0]?.box, results[0]?.box];
  if (!mark || !badge) throw new Error('a mark is missing');
  expect(mark.top + mark.height).toBeLessThan(plot.y(100.6));
  expect(overlaps(mark, badge)).toBe(false);
});

it('the label of a zone at the bottom of a small chart stays inside', () => {
  const demand = zone('a', {
    direction: 'CALL',
    wide: { low: 100.01, high: 100.1 },
    run: { fromMs: NOW_MS - 27 * MINUTE, toMs: NOW_MS - 20 * MINUTE, low: 100.05, high: 100.6 },
  });
  const [placed] = layOutLabels({ ...NOTHING, zones: [demand] }, testingPlot(FLAT, PHONE)).zones;
  expect(placed?.box.top).toBe(PHONE.height - 20 - 2);
});

it('the label of a zone moves away from a chip', () => {
  const supply = zone('b', {
    run: { fromMs: NOW_MS - 9 * MINUTE, toMs: NOW_MS - 5 * MINUTE, low: 100.4, high: 100.6 },
  });
  const topBeside = (groups: LabelledItems['groups']) =>
    layOutLabels({ ...NOTHING, groups, zones: [supply] }, testingPlot(FLAT, DESKTOP)).zones[0]?.box.top ?? 0;
  expect(topBeside([])).toBe(Math.round(0.4 * DESKTOP.height) - 14 - 20);
  expect(topBeside(tradeGroups([trade('t', { entryPrice: 100.68 })]))).toBe(Math.round(0.4 * DESKTOP.height) - 14 - 68);
});
