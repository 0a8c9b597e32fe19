import { describe, expect, it } from 'vitest';
import { candleType } from './candle-type.ts';

/** Returns the type of a candle after a green one from 10 to 11, or after the given open and close. */
const typeOf = (open: number, high: number, low: number, close: number, before: readonly [number, number] = [10, 11]) =>
  candleType(open, high, low, close, ...before);

describe('the type of a candle', () => {
  it('is doji for a body up to a tenth of the range, and for a range of zero', () => {
    expect(typeOf(5, 6, 4, 5)).toBe('doji');
    expect(typeOf(16, 21, 11, 17)).toBe('doji');
    expect(typeOf(5, 5, 5, 5)).toBe('doji');
  });

  it('is envolvente (engulfing) only if its body strictly contains the previous body of the other colour', () => {
    expect(typeOf(12, 14, 7, 9)).toBe('envolvente');
    expect(typeOf(11, 13, 7, 9)).toBe('normal');
    expect(typeOf(9, 14, 7, 12)).toBe('normal');
    expect(typeOf(12, 14, 7, 9, [10, 10])).toBe('normal');
    expect(typeOf(9, 14, 7, 12, [11, 10])).toBe('envolvente');
  });

  it('is marubozu for a body from nine tenths of the range', () => {
    expect(typeOf(20, 29.5, 19.5, 29)).toBe('marubozu');
    expect(typeOf(20, 29.5, 19.5, 28.9)).toBe('normal');
  });

  it('is martillo (hammer) for a long lower wick, and estrella_fugaz (shooting star) for a long upper wick', () => {
    expect(typeOf(22, 23.5, 20, 23)).toBe('martillo');
    expect(typeOf(22, 23.625, 20, 23)).toBe('normal');
    expect(typeOf(22, 25, 21.5, 23)).toBe('estrella_fugaz');
    expect(typeOf(22, 25, 21.375, 23)).toBe('normal');
  });
});
