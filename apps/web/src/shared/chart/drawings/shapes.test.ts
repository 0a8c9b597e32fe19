import type { DrawingShape } from '@vigia/contract';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import { barPosition, timeAtPosition } from '../marks/bar-position.ts';
import type { ChartView } from '../view/chart-view.ts';
import {
  coveredLineOf,
  DRAWING_TOOLS,
  draggedShape,
  drawnShape,
  endPositionsOf,
  handlesOf,
  isInView,
  rayEnd,
  rayExit,
  shapeInTheMiddle,
  WHOLE_SHAPE,
} from './shapes.ts';

const START_MS = Date.parse('2026-11-21T12:00:00.000Z');
/**
 * A view of the chart from noon on, with ten pixels per minute. The top is at a price of 110, and each pixel further
 * down is 0.01 less.
 */
const view: ChartView = {
  width: 600,
  height: 400,
  barWidthPx: 10,
  isLive: true,
  x: (timeMs) => (timeMs - START_MS) / 6_000,
  y: (price) => (110 - price) * 100,
  timeAt: (x) => Math.round(START_MS + x * 6_000),
  priceAt: (y) => 110 - y / 100,
};
const scale = { view, decimals: 2 };
const at = (clock: string, price: number) => ({ time: `2026-11-21T${clock}.000Z`, price });
const LINE = { kind: 'trend_line' as const, from: at('12:10:00', 109), to: at('12:30:00', 108) } satisfies DrawingShape;
const BOX: DrawingShape = { ...LINE, kind: 'rectangle' };
const TEXT: DrawingShape = { kind: 'text', at: at('12:10:00', 109), text: 'Techo' };
const LEVEL: DrawingShape = { kind: 'horizontal_line', price: 108.5 };

it('a drawn shape spans its two ends, and a horizontal line spans the whole view', () => {
  expect(endPositionsOf(LINE, view)).toEqual([
    { x: 100, y: 100 },
    { x: 300, y: 200 },
  ]);
  expect(endPositionsOf(LEVEL, view)).toEqual([
    { x: 0, y: 150 },
    { x: 600, y: 150 },
  ]);
});

it('a drawn shape gets its ends from the pointer, with prices rounded to the decimals of the asset', () => {
  expect(drawnShape('trend_line', { x: 100, y: 100.3 }, { x: 300, y: 199.6 }, scale)).toEqual(LINE);
  expect(drawnShape('horizontal_line', { x: 1, y: 1 }, { x: 9, y: 150 }, scale)).toEqual(LEVEL);
});

it.each(DRAWING_TOOLS)('a shape drawn without a pointer lies inside the view: %s', (kind) => {
  expect(isInView(shapeInTheMiddle(kind, scale), view)).toBe(true);
});

it('a drawn shape is out of view beyond each edge of the chart', () => {
  const away = [
    draggedShape(BOX, WHOLE_SHAPE, { x: -301, y: 0 }, scale),
    draggedShape(LINE, WHOLE_SHAPE, { x: 501, y: 0 }, scale),
    draggedShape(BOX, WHOLE_SHAPE, { x: 0, y: -201 }, scale),
    draggedShape(LINE, WHOLE_SHAPE, { x: 0, y: 301 }, scale),
    draggedShape(LEVEL, WHOLE_SHAPE, { x: 0, y: 251 }, scale),
  ];
  expect(away.map((shape) => isInView(shape, view))).toEqual([false, false, false, false, false]);
  const onlyItsRay = draggedShape(LINE, WHOLE_SHAPE, { x: -301, y: 0 }, scale);
  expect([LINE, BOX, LEVEL, onlyItsRay].every((shape) => isInView(shape, view))).toBe(true);
});

it('a drawn shape moves as a whole', () => {
  expect(draggedShape(BOX, WHOLE_SHAPE, { x: 10, y: -100 }, scale)).toEqual({
    kind: 'rectangle',
    from: at('12:11:00', 110),
    to: at('12:31:00', 109),
  });
  expect(draggedShape(LEVEL, WHOLE_SHAPE, { x: 500, y: 50 }, scale)).toEqual({ ...LEVEL, price: 108 });
});

it('a drawn rectangle moves only two edges when one of its corners is dragged', () => {
  const corners = handlesOf(BOX, view).map(({ name, grip }) => {
    const shape = draggedShape(BOX, grip, { x: 10, y: 100 }, scale);
    return shape.kind === 'rectangle' ? [name, shape.from, shape.to] : [];
  });
  expect(corners).toEqual([
    ['from', at('12:11:00', 108), BOX.to],
    ['to', BOX.from, at('12:31:00', 107)],
    ['from-to', { ...BOX.from, time: at('12:11:00', 0).time }, { ...BOX.to, price: 107 }],
    ['to-from', { ...BOX.from, price: 108 }, { ...BOX.to, time: at('12:31:00', 0).time }],
  ]);
  expect(handlesOf(LINE, view).map(({ spot }) => spot)).toEqual(endPositionsOf(LINE, view));
  expect(handlesOf(LEVEL, view)).toEqual([]);
});

it('a drawn shape keeps its exact prices if it moves only horizontally', () => {
  const fine: DrawingShape = { ...LINE, from: { ...LINE.from, price: 109.123_456 } };
  expect(draggedShape(fine, WHOLE_SHAPE, { x: 10, y: 0 }, scale)).toMatchObject({ from: { price: 109.123_456 } });
});

it('a trend line continues past its later end to the right edge, whichever end was drawn first', () => {
  const [from, to] = endPositionsOf(LINE, view);
  expect(rayEnd([from, to], view)).toEqual({ x: 600, y: 350 });
  expect(rayEnd([to, from], view)).toEqual({ x: 600, y: 350 });
});

it('a trend line has no ray if it goes straight up, or if its later end is beyond the edge', () => {
  expect(
    rayEnd(
      [
        { x: 100, y: 10 },
        { x: 100, y: 90 },
      ],
      view,
    ),
  ).toBeNull();
  expect(
    rayEnd(
      [
        { x: 100, y: 10 },
        { x: 600, y: 90 },
      ],
      view,
    ),
  ).toBeNull();
});

it('a ray leaves the view in its own direction, to each side', () => {
  const middle = { x: 300, y: 200 };
  const exits = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [3, 1],
  ].map(([dx = 0, dy = 0]) => rayExit([middle, { x: 300 + dx * 10, y: 200 + dy * 10 }], view));
  expect(exits).toEqual([
    { x: 600, y: 200 },
    { x: 0, y: 200 },
    { x: 300, y: 400 },
    { x: 300, y: 0 },
    { x: 600, y: 300 },
  ]);
});

it('a ray without a direction, or whose second point is beyond the edge, ends at that point', () => {
  expect(
    rayExit(
      [
        { x: 10, y: 10 },
        { x: 10, y: 10 },
      ],
      view,
    ),
  ).toEqual({ x: 10, y: 10 });
  expect(
    rayExit(
      [
        { x: 500, y: 10 },
        { x: 700, y: 10 },
      ],
      view,
    ),
  ).toEqual({ x: 700, y: 10 });
});

it('a retracement reaches the right edge and stays in view while only its levels are', () => {
  const levels: DrawingShape = { ...LINE, kind: 'fibonacci' };
  expect(coveredLineOf(levels, view)).toEqual([
    { x: 100, y: 100 },
    { x: 600, y: 200 },
  ]);
  expect(isInView(draggedShape(levels, WHOLE_SHAPE, { x: -5_000, y: 0 }, scale), view)).toBe(true);
  expect(isInView(draggedShape(levels, WHOLE_SHAPE, { x: 501, y: 0 }, scale), view)).toBe(false);
});

it('a text moves with its content, and has no ends to drag', () => {
  expect(draggedShape(TEXT, WHOLE_SHAPE, { x: 10, y: 100 }, scale)).toEqual({ ...TEXT, at: at('12:11:00', 108) });
  expect(handlesOf(TEXT, view)).toEqual([]);
  expect(drawnShape('text', { x: 1, y: 1 }, { x: 100, y: 100 }, scale)).toEqual({ ...TEXT, text: '' });
});

/** Returns a view of candles of this timeframe with 8 pixels each. The last one opens at or before two o'clock. */
function viewOf(timeframe: Timeframe): ChartView {
  const periodMs = TIMEFRAME_SECONDS[timeframe] * 1_000;
  const lastMs = Math.floor(Date.parse('2026-11-21T14:00:00.000Z') / periodMs) * periodMs;
  const bars = Array.from({ length: 200 }, (_, index) => ({ timestamp: lastMs - (199 - index) * periodMs }));
  const firstLeftPx = 500 - bars.length * 8;
  return {
    ...view,
    barWidthPx: 8,
    x: (timeMs) => firstLeftPx + barPosition(bars, periodMs, timeMs) * 8,
    timeAt: (x) => timeAtPosition(bars, periodMs, (x - firstLeftPx) / 8),
  };
}

it.each(['1m', '5m', '15m', '1h'] satisfies Timeframe[])(
  'a line drawn on candles of 1m passes the same prices at the same times on candles of %s',
  (timeframe) => {
    const on = viewOf(timeframe);
    const [from, to] = endPositionsOf(LINE, on);
    const end = rayEnd([from, to], on);
    if (!end) throw new Error('the line has no ray');
    expect([on.timeAt(from.x), on.timeAt(to.x)]).toEqual([LINE.from.time, LINE.to.time].map(Date.parse));
    expect([on.priceAt(from.y), on.priceAt(to.y)]).toEqual([109, 108]);
    // The line loses 1 in 20 minutes, so its ray does the same up to the right edge.
    const minutes = (on.timeAt(end.x) - Date.parse(LINE.from.time)) / 60_000;
    expect(on.priceAt(end.y)).toBeCloseTo(109 - minutes / 20, 1);
    expect(end.x).toBe(on.width);
  },
);
