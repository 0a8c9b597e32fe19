import { type AlignmentError, at, type CandleColumns, checkAlignment, resample } from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';

/** Base candles and what they make, ready to be followed. */
export type History = {
  readonly base: CandleColumns;
  readonly baseStepSeconds: number;
  readonly timeframeSeconds: number;
  /** The closed candles of the timeframe. */
  readonly candles: CandleColumns;
};

export type HistoryError =
  | AlignmentError
  | { readonly reason: 'expiry_not_multiple'; readonly expirySeconds: number; readonly baseStepSeconds: number };

/**
 * What is led through a history. It is handed rows and not numbers, which would go by the heap. For each step of the history:
 * `takeRows`, then the base candles that lie in what was taken, then `closeRow`.
 */
export interface HistoryFollower {
  /**
   * Takes closed candles of the timeframe from row `from` on: one, or as many as nothing can come of but of the last, and for
   * which no base candle matters but the last.
   * @returns the first row not taken, at most `to`
   */
  takeRows(candles: CandleColumns, from: number, to: number): number;
  /** A base candle has closed. */
  pushBaseRow(base: CandleColumns, row: number): void;
  /** Everything up to the close of row `row`, the last one taken, has been pushed. */
  closeRow(candles: CandleColumns, row: number): void;
}

/** Candles between two looks at the clock of whoever wants to know how far it is. */
const ROWS_PER_REPORT = 32_768;

/** Refuses an expiry whose outcomes would not fall on ends of base candles (pcr.md §6). */
export function checkExpiry({ baseStepSeconds }: History, expiryMinutes: number): Result<null, HistoryError> {
  const expirySeconds = expiryMinutes * 60;
  if (expirySeconds % baseStepSeconds === 0) return ok(null);
  return err({ reason: 'expiry_not_multiple', expirySeconds, baseStepSeconds });
}

/** Builds the candles of a timeframe, if the data allow it and the expiry. */
export function readHistory(
  base: CandleColumns,
  timeframeSeconds: number,
  expiryMinutes: number,
): Result<History, HistoryError> {
  const alignment = checkAlignment(base, timeframeSeconds);
  if (!alignment.ok) return alignment;
  const { baseStepSeconds } = alignment.value;
  const isBuilt = baseStepSeconds === timeframeSeconds;
  const candles = isBuilt ? base : resample(base, timeframeSeconds, baseStepSeconds).candles;
  const history = { base, baseStepSeconds, timeframeSeconds, candles };
  const expiry = checkExpiry(history, expiryMinutes);
  return expiry.ok ? ok(history) : expiry;
}

/** The last row that opens before `endTime`, from `row` on, which does. */
function lastRowBefore({ time, length }: CandleColumns, row: number, endTime: number): number {
  let last = row;
  while (last + 1 < length && at(time, last + 1) < endTime) last += 1;
  return last;
}

/**
 * Leads a follower through a history in the order of time, as it would come live.
 * @param goesOn asked every few ten thousand candles, with the share that is done; `false` stops
 * @returns whether the end was reached
 */
export function followHistory(
  { base, candles, timeframeSeconds }: History,
  follower: HistoryFollower,
  goesOn: (share: number) => boolean = () => true,
): boolean {
  let row = 0;
  for (let from = 0, to = 0; from < candles.length; ) {
    if (from >= to) {
      if (from > 0 && !goesOn(row / base.length)) return false;
      to = Math.min(candles.length, from + ROWS_PER_REPORT);
    }
    const next = follower.takeRows(candles, from, to);
    const end = at(candles.time, next - 1) + timeframeSeconds;
    if (next > from + 1) row = lastRowBefore(base, row, end);
    for (; row < base.length && at(base.time, row) < end; row += 1) follower.pushBaseRow(base, row);
    follower.closeRow(candles, next - 1);
    from = next;
  }
  for (; row < base.length; row += 1) follower.pushBaseRow(base, row);
  return true;
}
