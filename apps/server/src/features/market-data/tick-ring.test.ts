import { describe, expect, it } from 'vitest';
import { TickRing } from './tick-ring.ts';

describe('TickRing', () => {
  it('returns the last tick strictly before a time', () => {
    const ring = new TickRing(8);
    ring.push(1_000, 1.1);
    ring.push(2_000, 1.2);
    expect(ring.lastBefore(2_000)).toEqual({ timeMs: 1_000, price: 1.1 });
    expect(ring.lastBefore(2_001)).toEqual({ timeMs: 2_000, price: 1.2 });
    expect(ring.lastBefore(1_000)).toBeNull();
  });

  it('drops the oldest tick when it is full, and then returns null for times before the oldest kept tick', () => {
    const ring = new TickRing(3);
    for (let n = 1; n <= 10; n += 1) ring.push(n * 100, n);
    expect(ring.lastBefore(900)).toEqual({ timeMs: 800, price: 8 });
    expect(ring.lastBefore(800)).toBeNull();
    expect(ring.lastBefore(Infinity)).toEqual({ timeMs: 1_000, price: 10 });
  });

  it('returns the first tick strictly after a time', () => {
    const ring = new TickRing(8);
    ring.push(1_000, 1.1);
    ring.push(2_000, 1.2);
    expect(ring.firstAfter(1_000)).toEqual({ timeMs: 2_000, price: 1.2 });
    expect(ring.firstAfter(999)).toEqual({ timeMs: 1_000, price: 1.1 });
    expect(ring.firstAfter(2_000)).toBeNull();
  });

  it('returns no first tick if an earlier one may have left the ring', () => {
    const ring = new TickRing(3);
    for (let n = 1; n <= 10; n += 1) ring.push(n * 100, n);
    expect(ring.firstAfter(700)).toBeNull();
    expect(ring.firstAfter(800)).toEqual({ timeMs: 900, price: 9 });
  });

  it('returns the ticks of a time span, and the time from which no tick is missing', () => {
    const ring = new TickRing(3);
    expect([ring.wholeSinceMs, ring.between(0, Infinity).length]).toEqual([null, 0]);
    for (const timeMs of [10, 20, 30]) ring.push(timeMs, timeMs / 10);
    expect(ring.wholeSinceMs).toBe(10);
    ring.push(40, 4);
    // Another tick at 20 ms may have left the ring.
    expect(ring.wholeSinceMs).toBe(21);
    expect([...ring.between(21, 40).timeMs]).toEqual([30]);
    expect([...ring.between(20, Infinity).price]).toEqual([2, 3, 4]);
    expect(ring.between(50, 10).length).toBe(0);
  });

  it('inserts a late tick in time order', () => {
    const ring = new TickRing(4);
    for (const timeMs of [1, 2, 4, 5]) ring.push(timeMs * 10, timeMs);
    ring.push(30, 3);
    expect(ring.lastBefore(35)).toEqual({ timeMs: 30, price: 3 });
    expect(ring.lastBefore(30)).toEqual({ timeMs: 20, price: 2 });
    expect(ring.lastBefore(Infinity)).toEqual({ timeMs: 50, price: 5 });
  });

  it('rebuilds the candle of a bucket, and keeps its open price if the first ticks of the bucket are missing', () => {
    const ring = new TickRing(3);
    ring.push(60_000, 2);
    ring.push(61_000, 5);
    expect(ring.candleSince({ time: 60, open: 9, high: 9, low: 9, close: 9 })).toEqual({
      time: 60,
      open: 2,
      high: 9,
      low: 2,
      close: 5,
    });
    ring.push(62_000, 1);
    ring.push(63_000, 3);
    expect(ring.candleSince({ time: 60, open: 2, high: 5, low: 2, close: 5 })).toEqual({
      time: 60,
      open: 2,
      high: 5,
      low: 1,
      close: 3,
    });
  });
});
