import { at, baseStep, bucketOf, type CandleColumns, firstRowFrom, rowsBetween } from '#candles/index.ts';
import { ok, type Result } from '#kernel/index.ts';
import type { BacktestError } from '../backtest.ts';
import { differencesBetween, type SignalsOf } from './signals.ts';

/** Result of the check of one later start. */
export type StartFigures = {
  /** Open time of the first candle of the run, epoch milliseconds. */
  readonly fromMs: number;
  /** Number of signals of the run. */
  readonly signals: number;
  /** Number of candles of the timeframe from the start up to the last signal that differs; 0 without a difference. */
  readonly settledAfter: number;
};

type StartOptions = {
  readonly timeframeSeconds: number;
  /** Largest number of later starts. */
  readonly maxStarts: number;
  /** Receives the fraction done, 0–1. */
  readonly onProgress?: (fraction: number) => void;
};

/** Returns the first rows of the runs: evenly spaced, each the first of a candle of the timeframe. */
function startRows(base: CandleColumns, timeframeSeconds: number, maxStarts: number): readonly number[] {
  const rows = Array.from({ length: maxStarts }, (_, index) => {
    const row = Math.floor(((index + 1) * base.length) / (maxStarts + 1));
    return firstRowFrom(base, bucketOf(at(base.time, row), timeframeSeconds) + timeframeSeconds);
  });
  const stepSeconds = baseStep(base);
  return [...new Set(rows)].filter((row) => baseStep(rowsBetween(base, row, base.length)) === stepSeconds);
}

/** Returns the number of candles of the timeframe that open from row `first` on and before `endMs`. */
function candlesUntil(base: CandleColumns, first: number, endMs: number, timeframeSeconds: number): number {
  let candles = 0;
  let nextTime = -Infinity;
  for (let row = first; row < base.length && at(base.time, row) * 1_000 < endMs; row += 1) {
    if (at(base.time, row) < nextTime) continue;
    candles += 1;
    nextTime = bucketOf(at(base.time, row), timeframeSeconds) + timeframeSeconds;
  }
  return candles;
}

/**
 * Compares runs that begin later with the run on all data. Rules whose signals depend on the start forever keep
 * differing; others agree after their indicators have warmed up.
 */
export function checkStarts(
  base: CandleColumns,
  signalsOf: SignalsOf,
  { timeframeSeconds, maxStarts, onProgress }: StartOptions,
): Result<readonly StartFigures[], BacktestError> {
  const whole = signalsOf(base);
  if (!whole.ok) return whole;
  const figures: StartFigures[] = [];
  const rows = startRows(base, timeframeSeconds, maxStarts);
  for (const [index, row] of rows.entries()) {
    onProgress?.(index / rows.length);
    const later = signalsOf(rowsBetween(base, row, base.length));
    if (!later.ok) return later;
    const fromMs = at(base.time, row) * 1_000;
    const last = differencesBetween(whole.value, later.value, fromMs + 1, Infinity).at(-1);
    const settledAfter = last === undefined ? 0 : candlesUntil(base, row, last.entryMs, timeframeSeconds);
    figures.push({ fromMs, signals: later.value.length, settledAfter });
  }
  return ok(figures);
}
