import type { CandleColumns } from '#candles/index.ts';
import type { Operand } from '../operands.ts';

/** The values of operands at the candles of a history. */
export interface Series {
  /** Returns the value of an operand at each candle; NaN while undefined. */
  of(operand: Operand): Float64Array;
  /** Returns a function that returns the value of an operand at a candle, for operands that are read at few candles. */
  reader(operand: Operand): (row: number) => number;
}

/**
 * Writes the lines of one indicator at some candles; NaN while undefined. Each call continues after the candles of the
 * previous call. Line `i` of candle `row` is at `i · length + row`, in the order of the operand's lines.
 */
export type LineFiller = (candles: CandleColumns, lines: Float64Array) => void;

/** The history in which conditions are evaluated, or the part of it that follows the part of the previous call. */
export type RuleHistory = {
  readonly candles: CandleColumns;
  readonly stepSeconds: number;
  /** 1 for each candle that follows the previous one without a gap. */
  readonly follows: Uint8Array;
  readonly series: Series;
};

/**
 * Writes 1 for each candle that follows the previous one without a gap, else 0.
 * @param timeBefore open time of the candle before the first, in epoch seconds; NaN without one
 */
export function fillFollows(
  { time, length }: CandleColumns,
  timeBefore: number,
  stepSeconds: number,
  follows: Uint8Array,
): void {
  let before = timeBefore;
  for (let row = 0; row < length; row += 1) {
    const now = time[row] ?? NaN;
    follows[row] = now - before === stepSeconds ? 1 : 0;
    before = now;
  }
}
