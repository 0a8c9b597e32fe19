import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '#candles/index.ts';
import { minutesLong } from '#lengths/index.ts';
import { START } from '../testing.ts';
import { followHistory, type History, readHistory } from './history.ts';

/** Returns flat candles at these times. */
function candlesAt(times: readonly number[]): CandleColumns {
  const flat = Float64Array.from(times, () => 100);
  return { length: times.length, time: Float64Array.from(times), open: flat, high: flat, low: flat, close: flat };
}

/** Returns flat candles at these minutes after START. */
const minutes = (...numbers: readonly number[]) => candlesAt(numbers.map((minute) => START + minute * 60));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

function historyOf(base: CandleColumns, timeframeSeconds = 300): History {
  const history = readHistory(base, timeframeSeconds, minutesLong(5));
  if (!history.ok) throw new Error(history.error.reason);
  return history.value;
}

/** Replays a history, `rowsAtOnce` rows at a time, and returns the steps. */
function stepsOf(history: History, rowsAtOnce = 1) {
  const steps: string[] = [];
  const isWhole = followHistory(history, {
    takeRows(_candles, from, to) {
      steps.push(`take ${from} of ${to}`);
      return Math.min(to, from + rowsAtOnce);
    },
    pushBaseRow: (_base, row) => void steps.push(`base ${row}`),
    closeRow: (_candles, row) => void steps.push(`close ${row}`),
  });
  return { steps, isWhole };
}

describe('readHistory', () => {
  it('builds the closed candles of the timeframe', () => {
    const base = minutes(...range(0, 12));
    const history = historyOf(base);
    expect(history).toMatchObject({ base, baseStepSeconds: 60, timeframeSeconds: 300 });
    expect(history.candles.time.slice(0, history.candles.length)).toEqual(Float64Array.of(START, START + 300));
  });

  it('returns the input candles unchanged if they already have the timeframe', () => {
    const base = minutes(0, 1, 2);
    expect(historyOf(base, 60).candles).toBe(base);
  });

  it('refuses data whose step does not divide the timeframe', () => {
    const base = candlesAt([START, START + 7]);
    expect(readHistory(base, 300, minutesLong(5))).toMatchObject({
      ok: false,
      error: { reason: 'timeframe_not_multiple' },
    });
  });

  it('refuses an expiry that lies between two base candles', () => {
    expect(readHistory(candlesAt([START, START + 300]), 300, minutesLong(7))).toEqual({
      ok: false,
      error: { reason: 'expiry_not_multiple', expirySeconds: 420, baseStepSeconds: 300 },
    });
  });
});

describe('followHistory', () => {
  it('passes each candle, its base candles and its close to the follower, and finally the remaining base candles', () => {
    expect(stepsOf(historyOf(minutes(0, 1, 2, 3, 4, 7, 9, 10, 11)))).toEqual({
      steps: [
        'take 0 of 2',
        ...range(0, 5).map((row) => `base ${row}`),
        'close 0',
        'take 1 of 2',
        'base 5',
        'base 6',
        'close 1',
        'base 7',
        'base 8',
      ],
      isWhole: true,
    });
  });

  it('passes only the last base candle to the follower, if the follower takes several candles at once', () => {
    expect(stepsOf(historyOf(minutes(...range(0, 13), 14, 15, 16)), 3).steps).toEqual([
      'take 0 of 3',
      'base 13',
      'close 2',
      'base 14',
      'base 15',
    ]);
    expect(stepsOf(historyOf(minutes(...range(0, 10))), 2).steps).toEqual(['take 0 of 2', 'base 9', 'close 1']);
  });

  it('passes nothing to the follower for an empty history', () => {
    expect(stepsOf(historyOf(minutes()))).toEqual({ steps: [], isWhole: true });
  });
});

describe('the progress callback of followHistory', () => {
  const ROWS = 70_000;
  const base = candlesAt(range(0, ROWS).map((minute) => START + minute * 60));
  const history: History = { base, candles: base, baseStepSeconds: 60, timeframeSeconds: 60 };
  const follower = { takeRows: (_: CandleColumns, _from: number, to: number) => to, pushBaseRow() {}, closeRow() {} };

  it('receives the fraction done every few ten thousand candles', () => {
    const fractions: number[] = [];
    const goesOn = (fraction: number) => fractions.push(fraction) > 0;
    expect(followHistory(history, follower, goesOn)).toBe(true);
    expect(fractions).toEqual([32_768 / ROWS, 65_536 / ROWS]);
  });

  it('is not called for a short history', () => {
    let reports = 0;
    const goesOn = () => {
      reports += 1;
      return true;
    };
    const oneByOne = { ...follower, takeRows: (_: CandleColumns, from: number) => from + 1 };
    followHistory(historyOf(minutes(...range(0, 20))), oneByOne, goesOn);
    expect(reports).toBe(0);
  });

  it('makes followHistory stop and return false if it returns false', () => {
    let reports = 0;
    const goesOn = () => {
      reports += 1;
      return false;
    };
    expect(followHistory(history, follower, goesOn)).toBe(false);
    expect(reports).toBe(1);
  });

  it('is optional: without it followHistory reaches the end of a long history', () => {
    expect(followHistory(history, follower)).toBe(true);
  });
});
