import type { CandleColumns } from '#candles/index.ts';
import { ok, type Result } from '#kernel/index.ts';
import type { BacktestError, BacktestOptions, BacktestSubject } from '../backtest.ts';
import { runBacktest } from '../run-backtest.ts';

/** Signals as columns, in order of entry: the time of entry in epoch milliseconds, and 1 for CALL or −1 for PUT. */
export type SignalColumns = { readonly length: number; readonly entryMs: Float64Array; readonly direction: Int8Array };

/** Returns the signals that rules give on candles. */
export type SignalsOf = (candles: CandleColumns) => Result<SignalColumns, BacktestError>;

/** Returns the signals of a subject, by the same run as a backtest. */
export const signalsOfRules =
  (subject: BacktestSubject, options: BacktestOptions): SignalsOf =>
  (candles) => {
    const run = runBacktest(candles, subject, options);
    return run.ok ? ok(run.value.trades) : run;
  };

/** A signal that one of two runs has and the other has not, or has in the other direction. */
export type SignalDifference = {
  readonly entryMs: number;
  readonly expected: 1 | -1 | null;
  readonly found: 1 | -1 | null;
};

const directionAt = ({ direction }: SignalColumns, row: number): 1 | -1 => (direction[row] === 1 ? 1 : -1);
const entryAt = ({ length, entryMs }: SignalColumns, row: number): number =>
  row < length ? (entryMs[row] ?? Infinity) : Infinity;

/**
 * Returns the differences of two runs among the signals that enter from `fromMs` to `toMs`, both inclusive, in order of
 * entry.
 */
export function differencesBetween(
  expected: SignalColumns,
  found: SignalColumns,
  fromMs: number,
  toMs: number,
): readonly SignalDifference[] {
  const differences: SignalDifference[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [a, b] = [entryAt(expected, left), entryAt(found, right)];
    const entryMs = Math.min(a, b);
    if (entryMs > toMs || entryMs === Infinity) return differences;
    const wanted = a === entryMs ? directionAt(expected, left++) : null;
    const had = b === entryMs ? directionAt(found, right++) : null;
    if (entryMs >= fromMs && wanted !== had) differences.push({ entryMs, expected: wanted, found: had });
  }
}
