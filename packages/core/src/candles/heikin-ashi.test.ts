import { SeededRng } from '@vigia/testkit';
import * as peer from 'technicalindicators';
import { describe, expect, it } from 'vitest';
import { HeikinAshi } from './index.ts';

/** Returns a random walk of candles. Each opens at the close before it. */
function market(count: number): { open: number; high: number; low: number; close: number }[] {
  const rng = new SeededRng(23);
  let price = 1.1;
  return Array.from({ length: count }, () => {
    const open = price;
    price *= 1 + (rng.next() - 0.5) * 0.002;
    const [top, bottom] = [Math.max(open, price), Math.min(open, price)];
    return { open, high: top * (1 + rng.next() * 1e-3), low: bottom * (1 - rng.next() * 1e-3), close: price };
  });
}

describe('HeikinAshi', () => {
  it('averages two candles as worked out by hand', () => {
    const candles = new HeikinAshi();
    expect(candles.push({ open: 10, high: 14, low: 8, close: 12 })).toEqual({ open: 11, high: 14, low: 8, close: 11 });
    // The second open is the middle of the first averaged body, and lies below the low of its own candle.
    expect(candles.push({ open: 12, high: 20, low: 12, close: 20 })).toEqual({
      open: 11,
      high: 20,
      low: 11,
      close: 16,
    });
  });

  it('gives the same candles as the package technicalindicators', () => {
    const bars = market(500);
    const column = (field: 'open' | 'high' | 'low' | 'close') => bars.map((bar) => bar[field]);
    const theirs = peer.heikinashi({
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      timestamp: bars.map((_, index) => index),
      volume: bars.map(() => 0),
    });
    const candles = new HeikinAshi();
    for (const [index, bar] of bars.entries()) {
      const ours = candles.push(bar);
      for (const field of ['open', 'high', 'low', 'close'] as const)
        expect(ours[field], `${field} of candle ${index}`).toBeCloseTo(theirs[field]?.[index] ?? Number.NaN, 10);
    }
  });

  it('peeks at a forming candle without adding it', () => {
    const [first, second] = market(2);
    if (!first || !second) throw new Error('the market has no candles');
    const [peeked, pushed] = [new HeikinAshi(), new HeikinAshi()];
    peeked.push(first);
    pushed.push(first);
    peeked.peek({ ...second, close: second.high });
    expect(peeked.peek(second)).toEqual(pushed.push(second));
  });
});
