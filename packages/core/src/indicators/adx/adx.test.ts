import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { Adx } from './adx.ts';

type Bar = readonly [high: number, low: number, close: number];

/** Returns bars of whole prices, so that rises and falls are often equal or zero. */
function randomBars(seed: number, count: number): readonly Bar[] {
  const rng = new SeededRng(seed);
  const roll = (sides: number): number => Math.floor(rng.next() * sides);
  let close = 100;
  return Array.from({ length: count }, () => {
    const open = close;
    close += roll(7) - 3;
    return [Math.max(open, close) + roll(3), Math.min(open, close) - roll(3), close] as const;
  });
}

/** Returns Wilder's averages of samples, the first of which is the mean of the first `period` samples. */
function averagesOf(samples: readonly number[], period: number): readonly number[] {
  const first = samples.slice(0, period).reduce((sum, sample) => sum + sample, 0) / period;
  const averages = [first];
  for (const sample of samples.slice(period))
    averages.push(((averages.at(-1) ?? NaN) * (period - 1) + sample) / period);
  return averages;
}

const quotient = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** Returns the lines by the definition in docs/spec/strategies.md §2, from index `period` on. */
function linesOf(bars: readonly Bar[], period: number) {
  const moves = bars.slice(1).map(([high, low], index) => {
    const [highBefore, lowBefore, closeBefore] = bars[index] ?? [NaN, NaN, NaN];
    const [up, down] = [high - highBefore, lowBefore - low];
    return {
      plus: up > down ? Math.max(0, up) : 0,
      minus: down > up ? Math.max(0, down) : 0,
      range: Math.max(high - low, Math.abs(high - closeBefore), Math.abs(low - closeBefore)),
    };
  });
  const averageOf = (key: 'plus' | 'minus' | 'range') =>
    averagesOf(
      moves.map((move) => move[key]),
      period,
    );
  const [plus, minus, range] = [averageOf('plus'), averageOf('minus'), averageOf('range')];
  const at = (values: readonly number[], index: number): number => values[index] ?? NaN;
  const strengths = plus.map((each, index) => quotient(Math.abs(each - at(minus, index)), each + at(minus, index)));
  return {
    plusDi: plus.map((each, index) => quotient(each, at(range, index))),
    minusDi: minus.map((each, index) => quotient(each, at(range, index))),
    adx: averagesOf(strengths, period),
  };
}

describe.each([1, 2, 5, 14])('Adx(%i)', (period) => {
  it('has the lines of the plain formulas from their first values on', () => {
    const bars = randomBars(period, 100);
    const expected = linesOf(bars, period);
    const adx = new Adx(period);
    bars.forEach(([high, low, close], index) => {
      adx.push(high, low, close);
      const near = (value: number | undefined) => (value === undefined ? NaN : expect.closeTo(value, 9));
      expect(adx.plusDi).toEqual(near(expected.plusDi[index - period]));
      expect(adx.minusDi).toEqual(near(expected.minusDi[index - period]));
      expect(adx.value).toEqual(near(expected.adx[index - 2 * period + 1]));
    });
  });
});

describe('Adx', () => {
  it('is 100 in a trend without a movement against it, and 0 without any movement', () => {
    const trend = new Adx(2);
    const still = new Adx(2);
    for (let index = 0; index < 6; index += 1) {
      trend.push(11 + index, 10 + index, 11 + index);
      still.push(11, 10, 11);
    }
    expect([trend.plusDi > 0, trend.minusDi, trend.value]).toEqual([true, 0, 100]);
    expect([still.plusDi, still.minusDi, still.value]).toEqual([0, 0, 0]);
  });
});
