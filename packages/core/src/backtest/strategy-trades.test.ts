import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { ratio } from '#kernel/index.ts';
import { OPEN_GATES } from '#strategies/index.ts';
import { runBacktest, type TickReader } from './index.ts';
import { OPTIONS, randomWalk, strategy, valueOf } from './testing.ts';

const BASE = randomWalk(new SeededRng(1), 200_000);
const PARAMETERS = { rsi_period: 4, oversold: 40, overbought: 60, duration_seconds: 15 };
const SHORT = strategy('rsi', PARAMETERS);

/** Returns ticks of one price, one in each second. */
function flatTicks(): TickReader {
  const ticks = {
    timeMs: 0,
    price: 1,
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
