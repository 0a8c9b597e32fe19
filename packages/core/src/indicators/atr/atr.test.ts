import { expect, it } from 'vitest';
import { Atr } from './atr.ts';

it('takes the gap to the previous close into the true range, up and down, but none for the first candle', () => {
  const atr = new Atr(2);
  expect(atr.push(50, 10, 10)).toBeNaN();
  expect(atr.push(12, 11, 12)).toBeNaN();
  expect(atr.push(8, 7, 8)).toBe((2 + 5) / 2);
  expect(atr.push(9, 6, 8)).toBe((3.5 + 3) / 2);
});
