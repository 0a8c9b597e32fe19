import { expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const MINUTE = 60_000;
const bars = Array.from({ length: 60 }, (_, minute) => ({ timestamp: (7 + minute) * MINUTE }));

it('timeTicks places axis ticks at round times with a minimum distance', () => {
  const ticks = timeTicks({ bars, periodMs: MINUTE, barWidthPx: 8, from: 0, to: 60 }, 78);
  expect(ticks.map(({ timeMs }) => timeMs / MINUTE)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(ticks[0]?.index).toBe(3);
});

it('timeTicks also places axis ticks after the last candle', () => {
  const ticks = timeTicks({ bars, periodMs: MINUTE, barWidthPx: 8, from: 55, to: 80 }, 78);
  expect(ticks.map(({ timeMs }) => timeMs / MINUTE)).toEqual([70, 80]);
});

it('timeTicks returns no axis ticks without candles', () => {
  expect(timeTicks({ bars: [], periodMs: MINUTE, barWidthPx: 8, from: 0, to: 60 }, 78)).toEqual([]);
});

it('timeTicks places axis ticks within a minute for second candles only', () => {
  const short = Array.from({ length: 60 }, (_, n) => ({ timestamp: 10 * MINUTE + n * 5_000 }));
  const stepOf = (barWidthPx: number) => {
    const [first, second] = timeTicks({ bars: short, periodMs: 5_000, barWidthPx, from: 0, to: 60 }, 78);
    return ((second?.timeMs ?? 0) - (first?.timeMs ?? 0)) / 1_000;
  };
  expect([30, 14, 7, 4].map(stepOf)).toEqual([15, 30, 60, 120]);
  const wide = timeTicks({ bars, periodMs: MINUTE, barWidthPx: 100, from: 0, to: 20 }, 78);
  expect(wide.map(({ timeMs }) => timeMs / MINUTE)).toEqual([10, 15, 20, 25]);
});
