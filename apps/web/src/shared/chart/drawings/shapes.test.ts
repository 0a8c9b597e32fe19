import type { DrawingShape } from '@vigia/contract';
import { expect, it } from 'vitest';
import type { ChartView } from '../view/chart-view.ts';
import { drawn, drawnInTheMiddle, handlesOf, isInView, pulled, spotsOf, WHOLE } from './shapes.ts';

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
const LINE: DrawingShape = { kind: 'trend_line', from: at('12:10:00', 109), to: at('12:30:00', 108) };
const BOX: DrawingShape = { ...LINE, kind: 'rectangle' };
const LEVEL: DrawingShape = { kind: 'horizontal_line', price: 108.5 };

it('a drawn shape spans its two ends, and a horizontal line spans the whole view', () => {
  expect(spotsOf(LINE, view)).toEqual([
    { x: 100, y: 100 },
    { x: 300, y: 200 },
  ]);
  expect(spotsOf(LEVEL, view)).toEqual([
    { x: 0, y: 150 },
    { x: 600, y: 150 },
  ]);
});

it('a drawn shape gets its ends from the pointer, with prices rounded to the decimals of the asset', () => {
  expect(drawn('trend_line', { x: 100, y: 100.3 }, { x: 300, y: 199.6 }, scale)).toEqual(LINE);
  expect(drawn('horizontal_line', { x: 1, y: 1 }, { x: 9, y: 150 }, scale)).toEqual(LEVEL);
});

it.each(['horizontal_line', 'trend_line', 'rectangle'] as const)(
  'a shape drawn without a pointer lies inside the view: %s',
  (kind) => {
    expect(isInView(drawnInTheMiddle(kind, scale), view)).toBe(true);
  },
);

it('a drawn shape is out of view beyond each edge of the chart', () => {
  const away = [
    pulled(LINE, WHOLE, { x: -301, y: 0 }, scale),
    pulled(LINE, WHOLE, { x: 501, y: 0 }, scale),
    pulled(LINE, WHOLE, { x: 0, y: -201 }, scale),
    pulled(LEVEL, WHOLE, { x: 0, y: 251 }, scale),
  ];
  expect(away.map((shape) => isInView(shape, view))).toEqual([false, false, false, false]);
  expect([LINE, BOX, LEVEL].every((shape) => isInView(shape, view))).toBe(true);
});

it('a drawn shape moves as a whole', () => {
  expect(pulled(BOX, WHOLE, { x: 10, y: -100 }, scale)).toEqual({
    kind: 'rectangle',
    from: at('12:11:00', 110),
    to: at('12:31:00', 109),
  });
  expect(pulled(LEVEL, WHOLE, { x: 500, y: 50 }, scale)).toEqual({ ...LEVEL, price: 108 });
});

it('a drawn rectangle moves only two edges when one of its corners is dragged', () => {
  const corners = handlesOf(BOX, view).map(({ name, grip }) => {
    const shape = pulled(BOX, grip, { x: 10, y: 100 }, scale);
    return shape.kind === 'rectangle' ? [name, shape.from, shape.to] : [];
  });
  expect(corners).toEqual([
    ['from', at('12:11:00', 108), BOX.to],
    ['to', BOX.from, at('12:31:00', 107)],
    ['from-to', { ...BOX.from, time: at('12:11:00', 0).time }, { ...BOX.to, price: 107 }],
    ['to-from', { ...BOX.from, price: 108 }, { ...BOX.to, time: at('12:31:00', 0).time }],
  ]);
  expect(handlesOf(LINE, view).map(({ spot }) => spot)).toEqual(spotsOf(LINE, view));
  expect(handlesOf(LEVEL, view)).toEqual([]);
});

it('a drawn shape keeps its exact prices if it moves only horizontally', () => {
  const fine: DrawingShape = { ...LINE, from: { ...LINE.from, price: 109.123_456 } };
  expect(pulled(fine, WHOLE, { x: 10, y: 0 }, scale)).toMatchObject({ from: { price: 109.123_456 } });
});
