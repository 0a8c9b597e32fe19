import { type AlignmentError, at, type CandleColumns, checkAlignment, resample } from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';
import { secondsOf, type TradeLength } from '#lengths/index.ts';

/** Base candles and the candles built from them, ready to replay. */
export type History = {
  readonly base: CandleColumns;
  readonly baseStepSeconds: number;
  readonly timeframeSeconds: number;
  /** The closed candles of the timeframe. */
  readonly candles: CandleColumns;
};

/** The reason why the candles cannot decide trades of a duration. */
export type ExpiryError =
  | { readonly reason: 'expiry_not_multiple'; readonly expirySeconds: number; readonly baseStepSeconds: number }
  /** Only ticks can decide the duration: it is in ticks, or in seconds that end within a base candle. */
  | { readonly reason: 'length_needs_ticks'; readonly length: TradeLength; readonly baseStepSeconds: number };

export type HistoryError = AlignmentError | ExpiryError;

/**
 * Receives the steps of a replayed history: `takeRows`, then the base candles within these rows, then `closeRow`. Its
 * methods receive row indexes and not prices, which V8 would allocate on the heap.
 */
export interface HistoryFollower {
  /**
   * Takes closed candles of the timeframe from row `from` on. Takes one candle, or several if only the last one can
   * have an effect.
   * @returns the first row not taken, at most `to`
   */
  takeRows(candles: CandleColumns, from: number, to: number): number;
  /** Handles a closed base candle. */
  pushBaseRow(base: CandleColumns, row: number): void;
  /** Closes row `row`, the last one taken. The history first pushes everything up to the close of this row. */
  closeRow(candles: CandleColumns, row: number): void;
}

/** Number of candles between two progress reports. */
const ROWS_PER_REPORT = 32_768;

/** Returns an error for an expiry whose outcomes would not be at the ends of base candles (docs/spec/pcr.md §6). */
export function checkExpiry(baseStepSeconds: number, length: TradeLength): Result<null, ExpiryError> {
  const expirySeconds = secondsOf(length);
  if (expirySeconds !== null && expirySeconds % baseStepSeconds === 0) return ok(null);
  return length.unit === 'minutes'
    ? err({ reason: 'expiry_not_multiple', expirySeconds: length.minutes * 60, baseStepSeconds })
    : err({ reason: 'length_needs_ticks', length, baseStepSeconds });
}

/**
 * Builds the candles of a timeframe, or returns the reason why the data or the trade duration do not allow it.
 * @param length duration of the trades that the candles decide; null if the candles decide none
 */
export function readHistory(
  base: CandleColumns,
  timeframeSeconds: number,
  length: TradeLength | null,
): Result<History, HistoryError> {
  const alignment = checkAlignment(base, timeframeSeconds);
  if (!alignment.ok) return alignment;
  const { baseStepSeconds } = alignment.value;
  const isBuilt = baseStepSeconds === timeframeSeconds;
  const candles = isBuilt ? base : resample(base, timeframeSeconds, baseStepSeconds).candles;
  const history = { base, baseStepSeconds, timeframeSeconds, candles };
  const expiry = length === null ? ok(null) : checkExpiry(baseStepSeconds, length);
  return expiry.ok ? ok(history) : expiry;
}

/** Returns the last row that opens before `endTime`. The search starts at `row`, which opens before that time. */
function lastRowBefore({ time, length }: CandleColumns, row: number, endTime: number): number {
  let last = row;
  while (last + 1 < length && at(time, last + 1) < endTime) last += 1;
  return last;
}

/**
 * Passes the candles of a history to a follower in the order in which they would arrive live.
 * @param goesOn receives the fraction done every few ten thousand candles; a return value of `false` stops the replay
 * @returns whether the end was reached
 */
export function followHistory(
  { base, candles, timeframeSeconds }: History,
  follower: HistoryFollower,
  goesOn: (fraction: number) => boolean = () => true,
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
