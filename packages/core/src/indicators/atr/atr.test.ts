import { expect, it } from 'vitest';
import { Atr } from './atr.ts';

it('Atr includes the gap to the previous close in the true range, up and down, except at the first candle', () => {
  const atr = new Atr(2);
  expect(atr.push(50, 10, 10)).toBeNaN();
  expect(atr.push(12, 11, 12)).toBeNaN();
  expect(atr.push(8, 7, 8)).toBe((2 + 5) / 2);
  expect(atr.push(9, 6, 8)).toBe((3.5 + 3) / 2);
});

it('Atr computes the true range by its formula, bit for bit, for any previous close', () => {
  const prices = [0.1, 0.3, 0.7, 1.1, 1.1 + 2 ** -52, 2.9, 1e-9, 12_345.678];
  for (const previous of prices)
    for (const low of prices)
      for (const high of prices.filter((price) => price >= low)) {
        const atr = new Atr(1);
        atr.push(previous, previous, previous);
        const formula = Math.max(high - low, Math.abs(high - previous), Math.abs(low - previous));
        expect(atr.push(high, low, low)).toBe(formula);
      }
});
