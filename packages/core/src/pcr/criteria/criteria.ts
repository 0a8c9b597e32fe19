import { invariant } from '#kernel/index.ts';
import type { Criterion } from '#vocabulary/index.ts';
import type { OpenRun } from '../run/open-run.ts';
import type { Patterns } from '../setup/setup.ts';

/** Bits of the criteria in the result of `judgeCriteria`, one per criterion. */
const LENGTH = 1;
const STRENGTH = 2;
const DISPLACEMENT = 4;
const EFFICIENCY = 8;
const BREAK = 16;

/**
 * Returns the net price change of the run divided by the sum of its candles' ranges (high − low), 0–1. Returns 0 if all
 * ranges are zero.
 */
export const efficiency = (run: OpenRun): number =>
  run.rangeSum === 0 ? 0 : Math.abs(run.endClose - run.startOpen) / run.rangeSum;

/** Returns the closing price at which the breaking candle reverses enough of the run's last body. */
export const breakLimit = (run: OpenRun, breakRatio: number): number =>
  run.side === 1
    ? run.endClose - breakRatio * (run.endClose - run.endOpen)
    : run.endClose + breakRatio * (run.endOpen - run.endClose);

const breaksBack = (run: OpenRun, breakRatio: number, closeOfBreak: number): boolean =>
  run.side === 1 ? closeOfBreak <= breakLimit(run, breakRatio) : closeOfBreak >= breakLimit(run, breakRatio);

/**
 * Evaluates the five criteria of docs/spec/pcr.md §4 over a broken run and returns them as bits. A criterion that needs
 * an ATR fails while the ATR is undefined (NaN). Bits are fast: every broken run is evaluated, but most results are
 * never read.
 */
export function judgeCriteria(run: OpenRun, patterns: Patterns, closeOfBreak: number): number {
  let verdict = 0;
  if (patterns.minLength <= run.length && run.length <= patterns.maxLength) verdict |= LENGTH;
  if (run.strongCandles >= patterns.minStrong) verdict |= STRENGTH;
  if (run.high - run.low >= patterns.minRangeAtr * run.atrBefore) verdict |= DISPLACEMENT;
  if (efficiency(run) >= patterns.minEfficiency) verdict |= EFFICIENCY;
  if (breaksBack(run, patterns.breakRatio, closeOfBreak)) verdict |= BREAK;
  return verdict;
}

/** Returns the number of criteria that hold. */
export const countMetCriteria = (verdict: number): number =>
  (verdict & 1) + ((verdict >> 1) & 1) + ((verdict >> 2) & 1) + ((verdict >> 3) & 1) + ((verdict >> 4) & 1);

type Results = Readonly<Record<Criterion, boolean>>;

/** The results for each combination of bits. Thousands of sequences share these objects, which saves memory. */
const RESULTS: readonly Results[] = Array.from({ length: 32 }, (_, verdict) =>
  Object.freeze({
    length: (verdict & LENGTH) !== 0,
    strength: (verdict & STRENGTH) !== 0,
    displacement: (verdict & DISPLACEMENT) !== 0,
    efficiency: (verdict & EFFICIENCY) !== 0,
    break: (verdict & BREAK) !== 0,
  }),
);

/** Converts the bits from `judgeCriteria` to one boolean per criterion. */
export function validationResults(verdict: number): Results {
  const results = RESULTS[verdict];
  invariant(results !== undefined, 'a verdict has five bits');
  return results;
}
