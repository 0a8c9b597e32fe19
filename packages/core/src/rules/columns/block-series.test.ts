import { describe, expect, it } from 'vitest';
import { BlockSeries } from './block-series.ts';

describe('the series of blocks', () => {
  it('refuse an operand that they did not receive before the first candle', () => {
    const series = new BlockSeries([{ of: 'rsi', period: 14, ago: 0 }], 8);
    expect(() => series.of({ of: 'rsi', period: 7, ago: 0 })).toThrow('before its first candle');
  });
});
