import { at, baseStep, type CandleColumns, firstRowFrom } from '#candles/index.ts';
import { ok, type Result } from '#kernel/index.ts';
import type { BacktestError } from '../backtest.ts';
import { differencesBetween, type SignalColumns, type SignalDifference, type SignalsOf } from './signals.ts';

/** Result of the look-ahead check. It passes without faults. */
export type LookAheadFigures = {
  /** Number of signals on all data. */
  readonly signals: number;
  /** Number of cuts that were tested. */
  readonly cuts: number;
  /** Differences between the run on the cut data and the run on all data, at most one for each cut. */
  readonly faults: readonly LookAheadFault[];
};

/** The first difference at a cut. `cutMs` is the end of the last candle before the cut, epoch milliseconds. */
export type LookAheadFault = SignalDifference & { readonly cutMs: number };

type LookAheadOptions = {
  /** Largest number of cuts, at least 2. */
  readonly maxCuts: number;
  /** Receives the fraction done, 0–1. */
  readonly onProgress?: (fraction: number) => void;
};

/** Returns at most `count` different numbers below `length`, evenly spaced, the last one included. */
const spaced = (length: number, count: number): readonly number[] =>
  Array.from({ length: Math.min(length, count) }, (_, index) =>
    Math.floor(((index + 1) * length) / Math.min(length, count) - 1),
  );

/**
 * Returns the numbers of rows that remain after each cut, ascending. Half of the cuts come right after a signal; the
 * others are evenly spaced, because a signal that only the cut data give may lie anywhere.
 */
function cutRows(base: CandleColumns, signals: SignalColumns, maxCuts: number): readonly number[] {
  const half = Math.ceil(maxCuts / 2);
  const afterSignals = spaced(signals.length, half).map((row) =>
    firstRowFrom(base, (signals.entryMs[row] ?? NaN) / 1_000),
  );
  const between = spaced(base.length, maxCuts - half).map((row) => row + 1);
  return [...new Set([...afterSignals, ...between])].toSorted((a, b) => a - b);
}

const firstRows = (base: CandleColumns, length: number): CandleColumns => ({ ...base, length });

/**
 * Checks that signals do not depend on later candles. The check ends the data at many places, runs the rules again and
 * compares every signal up to the cut with the run on all data. A signal that appears, vanishes or turns depends on
 * later candles.
 */
export function checkLookAhead(
  base: CandleColumns,
  signalsOf: SignalsOf,
  { maxCuts, onProgress }: LookAheadOptions,
): Result<LookAheadFigures, BacktestError> {
  const whole = signalsOf(base);
  if (!whole.ok) return whole;
  const stepSeconds = baseStep(base);
  // The step of very short data can differ, and then their candles of the timeframe differ too.
  const hasStep = (rows: number): boolean => baseStep(firstRows(base, rows)) === stepSeconds;
  const cuts = cutRows(base, whole.value, maxCuts).filter(hasStep);
  const faults: LookAheadFault[] = [];
  for (const [index, rows] of cuts.entries()) {
    onProgress?.(index / cuts.length);
    const cut = signalsOf(firstRows(base, rows));
    if (!cut.ok) return cut;
    const cutMs = (at(base.time, rows - 1) + stepSeconds) * 1_000;
    const [first] = differencesBetween(whole.value, cut.value, -Infinity, cutMs);
    if (first !== undefined) faults.push({ ...first, cutMs });
  }
  return ok({ signals: whole.value.length, cuts: cuts.length, faults });
}
