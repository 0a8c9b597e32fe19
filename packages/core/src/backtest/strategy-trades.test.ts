import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '#candles/index.ts';
import { ratio } from '#kernel/index.ts';
import { OPEN_GATES } from '#strategies/index.ts';
import { runBacktest, type TickReader } from './index.ts';
import { OPTIONS, randomWalk, START, strategy, valueOf } from './testing.ts';

const BASE = randomWalk(new SeededRng(1), 200_000);
const PARAMETERS = { rsi_period: 4, oversold: 40, overbought: 60, duration_seconds: 15 };
const SHORT = strategy('rsi', PARAMETERS);

/** Returns ticks with this price at a time, one in each second. */
function ticksOf(priceAt: (timeMs: number) => number): TickReader {
  const ticks = {
    timeMs: 0,
    get price() {
      return priceAt(ticks.timeMs);
    },
    seekFrom(timeMs: number) {
      ticks.timeMs = timeMs;
    },
    seekBefore(timeMs: number) {
      ticks.timeMs = timeMs - 1_000;
    },
    next() {
      ticks.timeMs += 1_000;
    },
  };
  return ticks;
}
const flatTicks = (): TickReader => ticksOf(() => 1);

/** Returns candles of which each even row is green and each odd row red. */
function alternatingCandles(length: number): CandleColumns {
  const column = (valueAt: (row: number) => number) => Float64Array.from({ length }, (_, row) => valueAt(row));
  return {
    length,
    time: column((row) => START + 300 * row),
    open: column((row) => (row % 2 === 0 ? 1 : 2)),
    high: column(() => 2),
    low: column(() => 1),
    close: column((row) => (row % 2 === 0 ? 2 : 1)),
  };
}
const GREEN = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };

describe('a backtest of a strategy whose trades ticks decide', () => {
  it('reports its progress, and stops when the progress callback returns false', () => {
    const heard: number[] = [];
    const goOn = (answer: boolean) => (fraction: number) => heard.push(fraction) > 0 && answer;
    const run = (answer: boolean) =>
      runBacktest(BASE, SHORT, { ...OPTIONS, ticks: flatTicks(), onProgress: goOn(answer) });
    expect(valueOf(run(true)).trades.length).toBeGreaterThan(1_000);
    expect(heard.length).toBeGreaterThan(4);
    expect(heard.length).toBeLessThan(8);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBeLessThanOrEqual(1);
    heard.length = 0;
    expect(run(false)).toEqual({ ok: false, error: { reason: 'cancelled' } });
    expect(heard).toHaveLength(1);
  });

  it('reports its progress at the first signal after each 32,768 candles', () => {
    const fractions: number[] = [];
    const onProgress = (fraction: number) => fractions.push(fraction) > 0;
    // A condition signals when it becomes true: here at each even row.
    const subject = strategy('custom', { call: GREEN, put: null, duration_seconds: 15 });
    const base = alternatingCandles(70_000);
    expect(runBacktest(base, subject, { ...OPTIONS, ticks: flatTicks(), onProgress }).ok).toBe(true);
    expect(fractions).toEqual([32_768 / 70_000, 65_536 / 70_000]);
  });

  it.each([
    ['wins each CALL', { call: GREEN, put: null }, '1 1'],
    ['loses each PUT', { call: null, put: GREEN }, '-1 -1'],
  ])('%s while prices rise', (_what, sides, expected) => {
    const subject = strategy('custom', { ...sides, duration_seconds: 15 });
    const ticks = ticksOf((timeMs) => timeMs);
    const { trades } = valueOf(runBacktest(alternatingCandles(100), subject, { ...OPTIONS, ticks }));
    const decided = [...trades.result].map((result, row) => `${trades.direction[row]} ${result}`);
    expect(decided.length).toBeGreaterThan(40);
    expect(new Set(decided)).toEqual(new Set([expected]));
  });

  it('makes only the trades whose payout at the close of the signal passes the gate', () => {
    const payout = (entryMs: number) => ratio((entryMs / 60_000) % 2 === 0 ? 0.8 : 0.9);
    const gated = strategy('rsi', { ...PARAMETERS, gates: { ...OPEN_GATES, payout_min: 0.85 } });
    const { trades } = valueOf(runBacktest(BASE, gated, { ...OPTIONS, ticks: flatTicks(), payout }));
    expect(trades.length).toBeGreaterThan(100);
    expect(new Set(trades.payoutBp)).toEqual(new Set([9_000]));
  });
});

describe('a backtest of a strategy without signals', () => {
  it('refuses a payout that is finer than a basis point', () => {
    const options = { ...OPTIONS, payout: ratio(0.85001) };
    expect(() => runBacktest(randomWalk(new SeededRng(1), 10), strategy('rsi'), options)).toThrow('payout');
  });
});
