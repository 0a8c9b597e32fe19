import { err, ok, type Result } from '#kernel/index.ts';
import { at, type CandleColumns } from './columns.ts';
import { lineOf } from './csv-table.ts';

/** The reason why candles cannot be built. `line` counts the lines of the file; the header is line 1. */
export type AlignmentError =
  | {
      readonly reason: 'timeframe_not_multiple';
      /** The line whose step from the previous line is the smallest. */
      readonly line: number;
      readonly timeframeSeconds: number;
      readonly baseStepSeconds: number;
    }
  | { readonly reason: 'misaligned'; readonly line: number; readonly time: number; readonly baseStepSeconds: number };

/** Returns the row whose positive time step from the previous row is the smallest; 0 without such a row. */
function smallestStepRow(columns: CandleColumns): number {
  let smallest = Infinity;
  let row = 0;
  for (let i = 1; i < columns.length; i += 1) {
    const step = at(columns.time, i) - at(columns.time, i - 1);
    if (step > 0 && step < smallest) {
      smallest = step;
      row = i;
    }
  }
  return row;
}

/** Returns the first row whose time is not a multiple of the step; the number of rows without such a row. */
function firstMisaligned({ time, length }: CandleColumns, stepSeconds: number): number {
  let previous = 0;
  for (let row = 0; row < length; row += 1) {
    const now = at(time, row);
    // Fast path: if the previous time is a multiple, the time one step later is one too. A modulo per row would take
    // many times longer.
    if (now - previous !== stepSeconds && Math.floor(now / stepSeconds) * stepSeconds !== now) return row;
    previous = now;
  }
  return length;
}

/**
 * Returns the smallest positive time step in seconds (docs/spec/pcr.md §1). Returns 0 with fewer than two rows; callers
 * then use the timeframe.
 */
export function baseStep(columns: CandleColumns): number {
  const row = smallestStepRow(columns);
  return row === 0 ? 0 : at(columns.time, row) - at(columns.time, row - 1);
}

/**
 * Checks that candles of `timeframeSeconds` can be built (docs/spec/pcr.md §1): the timeframe and every time are
 * multiples of the base step.
 * @returns the base step, which is the timeframe for a file of one row, or the first invalid line.
 */
export function checkAlignment(
  columns: CandleColumns,
  timeframeSeconds: number,
): Result<{ readonly baseStepSeconds: number }, AlignmentError> {
  const baseStepSeconds = baseStep(columns) || timeframeSeconds;
  if (timeframeSeconds % baseStepSeconds !== 0) {
    const line = lineOf(smallestStepRow(columns));
    return err({ reason: 'timeframe_not_multiple', line, timeframeSeconds, baseStepSeconds });
  }
  const row = firstMisaligned(columns, baseStepSeconds);
  if (row === columns.length) return ok({ baseStepSeconds });
  return err({ reason: 'misaligned', line: lineOf(row), time: at(columns.time, row), baseStepSeconds });
}
