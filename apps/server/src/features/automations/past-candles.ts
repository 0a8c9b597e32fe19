import { type Candle, type CandleColumns, firstRowFrom, resample, rowsBetween } from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';

const MINUTE_S = 60;

/**
 * Stored minutes, the closed candles built from them, and the incomplete last candle (`forming`; null if there is
 * none).
 */
export type PastCandles = {
  readonly minutes: CandleColumns;
  readonly candles: CandleColumns;
  readonly forming: Candle | null;
};

/**
 * Returns a function that builds candles of a timeframe from the minutes in `[fromTime, endTime)` (epoch seconds). The
 * function builds each combination once.
 */
export function pastCandlesBuilder(
  minutes: CandleColumns,
): (fromTime: number, timeframe: Timeframe, endTime?: number) => PastCandles {
  const pasts = new Map<string, PastCandles>();
  return (fromTime, timeframe, endTime = Infinity) => {
    const key = `${timeframe} ${fromTime} ${endTime}`;
    const known = pasts.get(key);
    if (known !== undefined) return known;
    const end = firstRowFrom(minutes, endTime);
    const part = rowsBetween(minutes, Math.min(firstRowFrom(minutes, fromTime), end), end);
    const past = { minutes: part, ...resample(part, TIMEFRAME_SECONDS[timeframe], MINUTE_S) };
    pasts.set(key, past);
    return past;
  };
}
