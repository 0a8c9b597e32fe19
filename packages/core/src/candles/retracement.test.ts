import { expect, it } from 'vitest';
import { RETRACEMENT_LEVELS, retracementPrice } from './index.ts';

it('retracementPrice gives back the move from its end to its start, upwards and downwards', () => {
  expect(RETRACEMENT_LEVELS.map((level) => retracementPrice(100, 200, level))).toEqual([
    200,
    expect.closeTo(176.4, 10),
    expect.closeTo(161.8, 10),
    150,
    expect.closeTo(138.2, 10),
    expect.closeTo(121.4, 10),
    100,
  ]);
  expect(retracementPrice(200, 100, 0.618)).toBeCloseTo(161.8, 10);
});

it('RETRACEMENT_LEVELS are ratios of far Fibonacci numbers', () => {
  const [a, b, c, d] = [46_368, 75_025, 121_393, 196_418];
  const ratios = [a / d, a / c, b / c, Math.sqrt(b / c)].map((ratio) => Number(ratio.toFixed(3)));
  expect(RETRACEMENT_LEVELS.filter((level) => ![0, 0.5, 1].includes(level))).toEqual(ratios);
});
