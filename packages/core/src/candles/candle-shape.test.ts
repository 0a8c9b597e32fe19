import { expect, it } from 'vitest';
import { candleBody, candleColor, candleRange } from './index.ts';

it('candle shape functions measure body and range and name the colour', () => {
  expect(candleBody(5, 3)).toBe(2);
  expect(candleRange(6, 2)).toBe(4);
  expect([candleColor(3, 5), candleColor(5, 3), candleColor(5, 5)]).toEqual(['green', 'red', 'neutral']);
});
