import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { at, type CandleColumns } from '#candles/index.ts';
import { ok } from '#kernel/index.ts';
import type { BacktestSubject } from '../backtest.ts';
import { gappyWalk, OPTIONS, randomWalk, setup, strategy, valueOf } from '../testing.ts';
import { checkLookAhead } from './look-ahead.ts';
import { type SignalsOf, signalsOfRules } from './signals.ts';
import { checkStarts } from './start-dependence.ts';

const SUBJECTS: readonly [string, BacktestSubject][] = [
  ['an RSI strategy', strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 })],
  ['crossing averages', strategy('moving_average', { fast: 5, slow: 10 })],
  ['a MACD strategy', strategy('macd')],
  ['a strategy of Bollinger bands', strategy('bollinger', { period: 5, std_dev: 1, squeeze_threshold: 0 })],
  ['a PCR setup', setup({ timeframe: '5m', patterns: { minLength: 2, requiredCriteria: 2 } })],
];
const BASE = gappyWalk(new SeededRng(1), 6_000);
const CUTS = { maxCuts: 60 };
const STARTS = { timeframeSeconds: 300, maxStarts: 8 };

/** Returns rules that signal at the close of every base candle whose row is chosen. */
const rule =
  (directionOf: (base: CandleColumns, row: number) => 1 | -1 | 0): SignalsOf =>
  (base) => {
    const rows = Array.from({ length: base.length }, (_, row) => row).filter((row) => directionOf(base, row) !== 0);
    return ok({
      length: rows.length,
      entryMs: Float64Array.from(rows, (row) => (at(base.time, row) + 60) * 1_000),
      direction: Int8Array.from(rows, (row) => directionOf(base, row)),
    });
  };
const closeAt = ({ close, length }: CandleColumns, row: number): number => at(close, Math.min(row, length - 1));

/** A rule that buys before every rise of the next candle. */
const FORESEES = rule((base, row) => (closeAt(base, row + 1) > closeAt(base, row) ? 1 : 0));
/** A rule that takes back a signal if the next candle turns against it. */
const REPAINTS = rule((base, row) =>
  closeAt(base, row) > at(base.open, row) && closeAt(base, row + 1) >= closeAt(base, row) ? 1 : 0,
);
/** A rule that compares prices with the mean of all data. */
const NORMALISES: SignalsOf = (base) => {
  const mean = base.close.subarray(0, base.length).reduce((sum, close) => sum + close, 0) / base.length;
  return rule((_base, row) => (closeAt(base, row) > mean ? -1 : 1))(base);
};
const HONEST = rule((base, row) => (closeAt(base, row) > closeAt(base, Math.max(0, row - 1)) ? 1 : -1));
/** A rule that counts candles from the first one. */
const COUNTS = rule((_base, row) => (row % 7 === 6 ? 1 : 0));

describe('the look-ahead check', () => {
  it.each(SUBJECTS)('finds nothing in %s', (_name, subject) => {
    const { signals, cuts, faults } = valueOf(checkLookAhead(BASE, signalsOfRules(subject, OPTIONS), CUTS));
    expect(signals).toBeGreaterThan(10);
    expect(cuts).toBeGreaterThan(30);
    expect(faults).toEqual([]);
  });

  it('finds nothing in a rule that uses only the last two candles', () => {
    expect(valueOf(checkLookAhead(BASE, HONEST, CUTS)).faults).toEqual([]);
  });

  it.each([
    ['looks at the next candle', FORESEES],
    ['takes back its signals', REPAINTS],
    ['compares with the mean price of all data', NORMALISES],
  ])('finds a rule that %s, and shows the signal', (_name, cheat) => {
    const { faults } = valueOf(checkLookAhead(BASE, cheat, CUTS));
    expect(faults.length).toBeGreaterThan(0);
    for (const { entryMs, cutMs, expected, found } of faults) {
      expect(entryMs).toBeLessThanOrEqual(cutMs);
      expect(expected).not.toBe(found);
    }
  });

  it('does not shorten the data to so few candles that their time step is unknown', () => {
    const time = Float64Array.from({ length: 40 }, (_, row) => at(BASE.time, 0) + 60 * (row === 0 ? 0 : row + 6));
    const short = { ...gappyWalk(new SeededRng(2), 40), time };
    const rsi = signalsOfRules(strategy('rsi', { rsi_period: 2, oversold: 40, overbought: 60 }), OPTIONS);
    const { cuts, faults } = valueOf(checkLookAhead(short, rsi, { maxCuts: 100 }));
    expect(faults).toEqual([]);
    expect(cuts).toBe(38);
  });

  it('reports the error of the run, and its progress', () => {
    const touch = signalsOfRules(setup({ trigger: 'touch' }), OPTIONS);
    expect(checkLookAhead(BASE, touch, CUTS)).toEqual({ ok: false, error: { reason: 'touch_needs_ticks' } });
    const shares: number[] = [];
    checkLookAhead(BASE, HONEST, { ...CUTS, onProgress: (share) => shares.push(share) });
    expect(shares[0]).toBe(0);
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  });
});

describe('the start check', () => {
  it.each(SUBJECTS)(
    'finds that the signals of %s are independent of the first candle once its indicators have warmed up',
    (_name, subject) => {
      const starts = valueOf(checkStarts(BASE, signalsOfRules(subject, OPTIONS), STARTS));
      expect(starts).toHaveLength(STARTS.maxStarts);
      for (const { signals, settledAfter } of starts) {
        expect(signals).toBeGreaterThan(0);
        expect(settledAfter).toBeLessThanOrEqual(120);
      }
    },
  );

  it('starts each run at the first base candle of a candle of the timeframe', () => {
    const base = randomWalk(new SeededRng(4), 3_000, 60);
    const starts = valueOf(checkStarts(base, HONEST, STARTS));
    expect(starts).toHaveLength(STARTS.maxStarts);
    expect(starts.map(({ fromMs }) => fromMs % 300_000)).toEqual(starts.map(() => 0));
  });

  it('finds a rule that counts candles from the start of the data, because its last signals still differ', () => {
    const starts = valueOf(checkStarts(BASE, COUNTS, STARTS));
    expect(starts.some(({ settledAfter }) => settledAfter > 120)).toBe(true);
  });

  it('finds no difference, except at the first candle, in a rule that uses only the last two candles', () => {
    for (const { settledAfter } of valueOf(checkStarts(BASE, HONEST, STARTS)))
      expect(settledAfter).toBeLessThanOrEqual(1);
  });
});
