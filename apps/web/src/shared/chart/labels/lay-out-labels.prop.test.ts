import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ResultMark, SignalMark, TradeMark } from '../marks/trade-marks.ts';
import type { ZoneMark } from '../marks/zone-marks.ts';
import { type Box, isInside, overlaps } from './box.ts';
import { UNCOVERED_CANDLES } from './candle-boxes.ts';
import { chipId, wantedChip } from './chips.ts';
import type { LabelledItems, LabelPlot } from './label-scene.ts';
import { type LabelLayout, layOutLabels } from './lay-out-labels.ts';
import type { WantedLabel } from './place-labels.ts';
import { resultId, wantedBadge } from './result-badges.ts';
import { NOW_MS, testingPlot } from './testing-plot.ts';
import { tradeGroups } from './trade-groups.ts';
import { wantedZoneLabel, zoneId } from './zone-labels.ts';

const MINUTE = 60_000;
const price = fc.double({ min: 99.9, max: 101.1, noNaN: true });
const side = fc.constantFrom('CALL' as const, 'PUT' as const);
const ago = (most: number) => fc.integer({ min: 0, max: most * 60 }).map((seconds) => NOW_MS - seconds * 1_000);
const id = fc.uuid();

const trades: fc.Arbitrary<TradeMark> = fc.record({
  id,
  direction: side,
  stake: fc.constantFrom(5, 10, 1_234.5),
  currency: fc.constant(PAPER_CURRENCY),
  entryMs: ago(5),
  entryPrice: price,
  expiryMs: fc.integer({ min: -2, max: 900 }).map((seconds) => NOW_MS + seconds * 1_000),
});
const results: fc.Arbitrary<ResultMark> = fc.record({
  id,
  direction: side,
  entry: fc.option(fc.record({ atMs: ago(90), price })),
  atMs: ago(80),
  price,
  outcome: fc.constantFrom('won', 'lost', 'even'),
  stake: fc.constant(10),
  profit: fc.constant(8.5),
  currency: fc.constant(PAPER_CURRENCY),
});
const signals: fc.Arbitrary<SignalMark> = fc.record({
  id,
  direction: side,
  atMs: ago(90),
  price,
  outcome: fc.constantFrom('pending', 'won', 'lost', 'tie', 'void'),
});
const zones: fc.Arbitrary<ZoneMark> = fc
  .record({
    id,
    direction: side,
    fromMs: ago(120),
    low: price,
    high: price,
    isEnded: fc.boolean(),
    isLong: fc.boolean(),
  })
  .map(({ fromMs, isEnded, isLong, low, high, ...zone }) => {
    const band = { low: Math.min(low, high), high: Math.max(low, high) };
    return {
      ...zone,
      run: { fromMs, toMs: fromMs + 4 * MINUTE, ...band },
      endedMs: isEnded ? NOW_MS : null,
      wide: band,
      fine: band,
      optimal: low,
      label: isLong ? '▲ Demanda · 12 rojas · 15m' : '▲ Demanda · 5 rojas',
    };
  });

const scenes = fc
  .record({
    trades: fc.array(trades, { maxLength: 6 }),
    results: fc.array(results, { maxLength: 8 }),
    signals: fc.array(signals, { maxLength: 8 }),
    zones: fc.array(zones, { maxLength: 8 }),
    bars: fc.array(fc.tuple(price, price), { minLength: 1, maxLength: 150 }),
    width: fc.integer({ min: 300, max: 1_380 }),
    height: fc.integer({ min: 180, max: 800 }),
    gutterPx: fc.integer({ min: -200, max: 300 }),
    controlsPx: fc.constantFrom(0, 34, 54),
    timeframe: fc.constantFrom('1m' as const, '5m' as const, '1h' as const),
  })
  .map(({ trades: open, bars, width, height, gutterPx, controlsPx, timeframe, ...rest }) => {
    const candles = bars.map(([a, b]) => [Math.max(a, b), Math.min(a, b)] as const);
    const plot = testingPlot(candles, { width, height, gutterPx, controlsPx, timeframe });
    return { plot, bars: candles, labelled: { ...rest, groups: tradeGroups(open), gaps: [] } };
  });

const boxesOf = ({ chips, results: badges, zones: names }: LabelLayout): Box[] =>
  [...chips, ...badges, ...names].map(({ box }) => box);

it('no two labels overlap, and none lies outside the plot, on a control or on one of the last candles', () => {
  fc.assert(
    fc.property(scenes, ({ plot, bars, labelled }) => {
      const boxes = boxesOf(layOutLabels(labelled, plot));
      const whole = { left: 0, top: 0, width: plot.width, height: plot.height };
      for (const [index, box] of boxes.entries()) {
        expect(isInside(box, whole)).toBe(true);
        expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false);
        expect(plot.controls.some((control) => overlaps(box, control))).toBe(false);
        expect(lastCandles(plot, bars).some((candle) => overlaps(box, candle))).toBe(false);
      }
    }),
  );
});

/** Returns the boxes of the last candles, computed from their prices. */
function lastCandles(plot: LabelPlot, bars: readonly (readonly [number, number])[]): Box[] {
  return bars
    .slice(-UNCOVERED_CANDLES)
    .map(([high, low], index, { length }) => ({
      left: plot.candles.lastRightPx - (length - index) * 8,
      top: plot.y(high),
      width: 8,
      height: plot.y(low) - plot.y(high),
    }));
}

it('each leader line leads from its chip to the true price of an entry, one for each price', () => {
  fc.assert(
    fc.property(scenes, ({ plot, labelled }) => {
      for (const { group, box, leaders } of layOutLabels(labelled, plot).chips) {
        expect(new Set(leaders.map(({ to }) => to.y))).toEqual(
          new Set(group.trades.map(({ entryPrice }) => plot.y(entryPrice))),
        );
        for (const { from } of leaders) expect(from).toEqual({ x: box.left, y: box.top + box.height / 2 });
      }
    }),
  );
});

it('results and signals stay at their true time', () => {
  fc.assert(
    fc.property(scenes, ({ plot, labelled }) => {
      const layout = layOutLabels(labelled, plot);
      for (const { result, box } of layout.results)
        expect(Math.abs(box.left + box.width / 2 - plot.x(result.atMs))).toBeLessThan(1);
      for (const { signal, box } of layout.signals)
        expect(box.left + box.width / 2).toBeCloseTo(plot.x(signal.atMs), 6);
    }),
  );
});

it('a label is dropped only for forbidden areas and for labels that are at least as important', () => {
  fc.assert(
    fc.property(scenes, ({ plot, labelled }) => {
      const layout = layOutLabels(labelled, plot);
      const wanted = wantedOf(labelled, plot);
      const placed = new Map<string, Box>([
        ...layout.chips.map(({ group, box }) => [chipId(group), box] as const),
        ...layout.results.map(({ result, box }) => [resultId(result), box] as const),
        ...layout.zones.map(({ zone, box }) => [zoneId(zone), box] as const),
      ]);
      const fixed = [...plot.controls, ...plot.candles.recent, ...layout.signals.map(({ box }) => box)];
      const whole = { left: 0, top: 0, width: plot.width, height: plot.height };
      for (const dropped of wanted.filter((label) => !placed.has(label.id))) {
        const above = wanted
          .filter(({ priority }) => priority >= dropped.priority)
          .map((label) => placed.get(label.id));
        const stronger = [...fixed, ...above.filter((box) => box !== undefined)];
        const free = dropped.places.find(
          (place) => isInside(place, whole) && !stronger.some((box) => overlaps(place, box)),
        );
        expect(free).toBeUndefined();
      }
    }),
  );
});

/** Returns the wanted labels in the order of their kinds: trades, then results, then the newest zones. */
function wantedOf({ groups, results: badges, zones: names }: LabelledItems, plot: LabelPlot): WantedLabel[] {
  const newest = names.toSorted((a, b) => b.run.fromMs - a.run.fromMs);
  return [
    ...groups.map((group, rank) => wantedChip(group, rank, plot)),
    ...badges.map((result, rank) => wantedBadge(result, rank, plot)),
    ...newest.flatMap((zone, rank) => wantedZoneLabel(zone, rank, plot) ?? []),
  ];
}
