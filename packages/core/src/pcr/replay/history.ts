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

/** What is led through a history. It is handed rows and not numbers, which would go by the heap. */
export interface HistoryFollower {
  /** A base candle has closed. */
  pushBaseRow(base: CandleColumns, row: number): void;
  /** A candle of the timeframe has closed; its base candles were pushed before. */
  pushRow(candles: CandleColumns, row: number): void;
}

/** Base candles between two looks at the clock of whoever wants to know how far it is. */
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

/**
 * Leads a follower through a history in the order of time, as it would come live.
 * @param goesOn asked every few ten thousand base candles, with the share that is done; `false` stops
 * @returns whether the end was reached
 */
export function followHistory(
  { base, candles, timeframeSeconds }: History,
  follower: HistoryFollower,
  goesOn: (share: number) => boolean = () => true,
): boolean {
  let row = 0;
  let reportAt = ROWS_PER_REPORT;
  for (let i = 0; i < candles.length; i += 1) {
    const end = at(candles.time, i) + timeframeSeconds;
    for (; row < base.length && at(base.time, row) < end; row += 1) follower.pushBaseRow(base, row);
    follower.pushRow(candles, i);
    if (row < reportAt) continue;
    reportAt += ROWS_PER_REPORT;
    if (!goesOn(row / base.length)) return false;
  }
  for (; row < base.length; row += 1) follower.pushBaseRow(base, row);
  return true;
}
