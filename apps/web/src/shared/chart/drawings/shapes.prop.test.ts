import type { DrawingShape } from '@vigia/contract';
import { TIMEFRAME_SECONDS, TIMEFRAMES } from '@vigia/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barPosition, timeAtPosition } from '../marks/bar-position.ts';
import type { ChartView } from '../view/chart-view.ts';
import {
  coveredLineOf,
  DRAWING_TOOLS,
  draggedShape,
  drawnShape,
  endPositionsOf,
  type PixelPosition,
  rayExit,
  WHOLE_SHAPE,
} from './shapes.ts';

const END_MS = Date.parse('2026-11-21T14:00:00.000Z');
const BARS = 300;
const WIDTH = 900;
const HEIGHT = 400;
const DECIMALS = 5;

/** Returns a view of candles of a timeframe, as wide as the chart draws them. The last candle ends the plot. */
function viewOf(periodMs: number, barWidthPx: number): ChartView {
  const lastMs = Math.floor(END_MS / periodMs) * periodMs;
  const bars = Array.from({ length: BARS }, (_, index) => ({ timestamp: lastMs - (BARS - 1 - index) * periodMs }));
  const firstLeftPx = WIDTH - BARS * barWidthPx;
  return {
    width: WIDTH,
    height: HEIGHT,
    barWidthPx,
    isLive: true,
    x: (timeMs) => firstLeftPx + barPosition(bars, periodMs, timeMs) * barWidthPx,
    y: (price) => (1.2 - price) * 4_000,
    timeAt: (x) => timeAtPosition(bars, periodMs, (x - firstLeftPx) / barWidthPx),
    priceAt: (y) => 1.2 - y / 4_000,
  };
}

const views = fc
  .record({ timeframe: fc.constantFrom(...TIMEFRAMES), barWidthPx: fc.integer({ min: 3, max: 30 }) })
  .map(({ timeframe, barWidthPx }) => viewOf(TIMEFRAME_SECONDS[timeframe] * 1_000, barWidthPx));
const spots: fc.Arbitrary<PixelPosition> = fc.record({
  x: fc.integer({ min: 0, max: WIDTH }),
  y: fc.integer({ min: 0, max: HEIGHT }),
});
const shapes = fc
  .record({ kind: fc.constantFrom(...DRAWING_TOOLS), view: views, from: spots, to: spots })
  .map(({ kind, view, from, to }) => drawnShape(kind, from, to, { view, decimals: DECIMALS }));

/** Returns the times and prices of a shape. A horizontal line has only a price. */
function placesOf(shape: DrawingShape): readonly { readonly time?: string; readonly price: number }[] {
  if (shape.kind === 'horizontal_line') return [{ price: shape.price }];
  return shape.kind === 'text' ? [shape.at] : [shape.from, shape.to];
}

it('a drawing of any kind lies at its own times and prices on every timeframe and zoom', () => {
  fc.assert(
    fc.property(shapes, views, (shape, view) => {
      const ends = endPositionsOf(shape, view);
      for (const [index, { time, price }] of placesOf(shape).entries()) {
        const { x, y } = ends[index] ?? { x: Number.NaN, y: Number.NaN };
        expect(view.priceAt(y)).toBeCloseTo(price, 9);
        if (time !== undefined) expect(Math.abs(view.timeAt(x) - Date.parse(time))).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('a drawing that is moved and moved back on another timeframe keeps its prices', () => {
  fc.assert(
    fc.property(shapes, views, fc.integer({ min: -200, max: 200 }), (shape, view, y) => {
      const scale = { view, decimals: DECIMALS };
      const back = draggedShape(
        draggedShape(shape, WHOLE_SHAPE, { x: 0, y }, scale),
        WHOLE_SHAPE,
        { x: 0, y: -y },
        scale,
      );
      for (const [index, { price }] of placesOf(shape).entries())
        expect(placesOf(back)[index]?.price).toBeCloseTo(price, DECIMALS - 1);
    }),
  );
});

it('a ray ends at the edge of the view or at its second point, on the line through both points', () => {
  fc.assert(
    fc.property(spots, spots, views, (from, to, view) => {
      const exit = rayExit([from, to], view);
      const cross = (exit.x - from.x) * (to.y - from.y) - (exit.y - from.y) * (to.x - from.x);
      expect(Math.abs(cross)).toBeLessThan(1e-6 * (1 + WIDTH * HEIGHT));
      const onEdge = [exit.x, exit.x - WIDTH, exit.y, exit.y - HEIGHT].some((distance) => Math.abs(distance) < 1e-6);
      expect(onEdge || (exit.x === to.x && exit.y === to.y)).toBe(true);
    }),
  );
});

it('the reach of a drawing contains its points', () => {
  fc.assert(
    fc.property(shapes, views, (shape, view) => {
      const [a, b] = coveredLineOf(shape, view);
      for (const { x } of endPositionsOf(shape, view)) {
        expect(x).toBeGreaterThanOrEqual(Math.min(a.x, b.x) - 1e-6);
        expect(x).toBeLessThanOrEqual(Math.max(a.x, b.x) + 1e-6);
      }
    }),
  );
});
