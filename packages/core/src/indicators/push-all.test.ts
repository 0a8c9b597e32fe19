import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { Macd, Rsi } from './index.ts';

/** Returns closes that often repeat, and stay the same for the first ones. */
function closesOf(count: number): Float64Array {
  const rng = new SeededRng(9);
  let close = 100;
  return Float64Array.from({ length: count }, (_, row) => {
    if (row > 8) close += Math.floor(rng.next() * 5) - 2;
    return close;
  });
}

/** Sizes of a first and a second block, around the end of the warm-up. */
const BLOCKS = [
  [0, 40],
  [1, 39],
  [4, 36],
  [5, 35],
  [6, 34],
  [20, 20],
  [40, 0],
] as const;

describe.each(BLOCKS)('closes in a block of %i and a block of %i', (first, second) => {
  const closes = closesOf(first + second);
  const blocks = [closes.slice(0, first), closes.slice(first)] as const;

  it('have the same RSI as closes one by one, and none while it is flat', () => {
    const [whole, parts] = [new Rsi(5), new Rsi(5)];
    const expected = [...closes].map((close) => {
      const value = whole.push(close);
      return whole.flat ? NaN : value;
    });
    const actual = blocks.flatMap((block) => {
      const values = new Float64Array(block.length);
      parts.pushAll(block, block.length, values);
      return [...values];
    });
    expect(actual).toEqual(expected);
    expect(parts.snapshot()).toEqual(whole.snapshot());
  });

  it('have the same lines of MACD as closes one by one', () => {
    const [whole, parts] = [new Macd(3, 5, 2), new Macd(3, 5, 2)];
    const expected = [...closes].map((close) => {
      whole.push(close);
      return [whole.line, whole.signal, whole.histogram];
    });
    const actual = blocks.flatMap((block) => {
      const count = block.length;
      const lines = new Float64Array(3 * count);
      parts.pushAll(block, count, lines);
      return Array.from(block, (_, row) => [lines[row], lines[count + row], lines[2 * count + row]]);
    });
    expect(actual).toEqual(expected);
    expect(parts.snapshot()).toEqual(whole.snapshot());
  });
});
