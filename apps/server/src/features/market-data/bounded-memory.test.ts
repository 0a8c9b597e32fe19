import { describe, expect, it } from 'vitest';
import { summarizeDay } from './day-summary.ts';
import { MedianGap } from './median-gap.ts';
import { MinuteWindow, WINDOW_MINUTES } from './minute-window.ts';
import { TickQueue } from './tick-queue.ts';

const minute = (n: number, price = 1) => ({
  time: n * 60,
  open: price,
  high: price + 1,
  low: price - 0.5,
  close: price,
});

describe('MedianGap', () => {
  it('returns a stale limit of five median gaps, but at least 3 s', () => {
    const gap = new MedianGap();
    expect(gap.staleAfterMs).toBe(3_000);
    for (const ms of [100, 1_100, 1_200, 60_000, 1_000]) gap.observe(ms);
    expect(gap.medianMs).toBe(1_100);
    expect(gap.staleAfterMs).toBe(5_500);
  });

  it('adapts to a feed that slows down, because old gaps leave the window', () => {
    const gap = new MedianGap();
    for (let n = 0; n < 1_000; n += 1) gap.observe(200);
    for (let n = 0; n < 63; n += 1) gap.observe(4_000);
    expect(gap.medianMs).toBe(4_000);
  });
});

describe('MinuteWindow', () => {
  it('keeps at least one day of minute candles, and at most twice that number', () => {
    const window = new MinuteWindow();
    for (let n = 0; n < 10_000; n += 1) window.append(minute(n));
    expect(window.length).toBeGreaterThanOrEqual(WINDOW_MINUTES);
    expect(window.length).toBeLessThanOrEqual(2 * WINDOW_MINUTES);
    expect(window.lastTime).toBe(9_999 * 60);
    expect(window.since(9_990 * 60).length).toBe(10);
    expect(window.since(9_990 * 60).time[0]).toBe(9_990 * 60);
  });

  it('accepts only newer candles', () => {
    const window = new MinuteWindow();
    expect(window.append(minute(5))).toBe(true);
    expect(window.append(minute(5, 2))).toBe(false);
    expect(window.append(minute(4))).toBe(false);
    expect(window.length).toBe(1);
  });

  it('summarizes exactly the last 24 hours', () => {
    const window = new MinuteWindow();
    window.append(minute(0, 500));
    for (let n = 1; n <= 1_440; n += 1) window.append(minute(n, n));
    expect(summarizeDay(window)).toEqual({ open: 1, high: 1_441, low: 0.5 });
    expect(summarizeDay(new MinuteWindow())).toBeNull();
  });
});

describe('TickQueue', () => {
  it('drops the oldest ticks when it is full, and counts them', () => {
    const queue = new TickQueue(3);
    for (let n = 1; n <= 5; n += 1) queue.push('EURUSD', n, n, n % 2 === 0);
    expect(queue.lost).toBe(2);
    const { batch } = queue.peek(10);
    expect(batch.timesMs).toEqual([3, 4, 5]);
    expect(batch.backfilled).toEqual([0, 1, 0]);
  });

  it('numbers the ticks of a symbol with the same time, also across a write and a late tick', () => {
    const queue = new TickQueue(8);
    for (const symbol of ['EURUSD', 'EURUSD', 'GBPUSD']) queue.push(symbol, 1, 1, false);
    const { batch, end } = queue.peek(10);
    expect(batch.seqs).toEqual([0, 1, 0]);
    queue.dropBefore(end);
    queue.push('EURUSD', 0, 2, false);
    queue.push('EURUSD', 1, 2, false);
    queue.push('EURUSD', 2, 2, false);
    expect(queue.peek(10).batch.seqs).toEqual([0, 2, 0]);
  });

  it('removes exactly the written ticks, even if older ticks were dropped during the write', () => {
    const queue = new TickQueue(3);
    for (let n = 1; n <= 3; n += 1) queue.push('EURUSD', n, n, false);
    const { end } = queue.peek(2);
    queue.push('EURUSD', 4, 4, false);
    queue.dropBefore(end);
    expect(queue.peek(10).batch.timesMs).toEqual([3, 4]);
    queue.push('EURUSD', 5, 5, false);
    queue.push('EURUSD', 6, 6, false);
    expect(queue.peek(10).batch.timesMs).toEqual([4, 5, 6]);
  });
});
