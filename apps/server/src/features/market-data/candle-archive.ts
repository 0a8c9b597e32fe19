import type { PriceFeed, SourceTime } from '@vigia/broker-kit/port';
import { type Candle, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedCandles, storedMinutes, storedSpan, type TimeSpan } from './market.repository.ts';

const MINUTE_S = 60;

/** The stored closed candles, including those older than the candles in memory. */
export interface CandleArchive {
  /** Returns the span from a symbol's oldest candle to the end of its newest; null if the symbol has no candles. */
  span(symbol: string): Promise<TimeSpan | null>;
  /** Returns the 1-minute candles of the span, ascending. */
  minutes(symbol: string, span: TimeSpan): Promise<CandleColumns>;
  /**
   * Builds candles of `timeframeSeconds` from the 1-minute candles of the span. Returns the newest `limit` of them, in
   * ascending order.
   */
  candles(symbol: string, timeframeSeconds: number, span: TimeSpan, limit: number): Promise<readonly Candle[]>;
}

export const databaseArchive = (sql: Sql, source: PriceSource): CandleArchive => ({
  span: (symbol) => storedSpan(sql, source, symbol),
  minutes: (symbol, span) => storedMinutes(sql, source, symbol, span),
  candles: (symbol, timeframeSeconds, span, limit) => storedCandles(sql, source, symbol, timeframeSeconds, span, limit),
});

/**
 * Returns the archive of a recording. It reads the recording itself, because stored candles of the same source may come
 * from another recording or an earlier replay.
 */
export function recordingArchive(feed: PriceFeed, { startsAtMs, nowMs }: SourceTime): CandleArchive {
  async function minutes(symbol: string, { fromTime, toTime }: TimeSpan): Promise<CandleColumns> {
    const history = await feed.historyCandles(symbol, fromTime * 1_000, toTime * 1_000);
    if (!history.ok) throw new Error(`a recording has no history of ${symbol}: ${history.error}`);
    return history.value;
  }
  return {
    minutes,
    async span() {
      const span = { fromTime: minuteStartOf(startsAtMs), toTime: minuteStartOf(nowMs()) };
      return span.toTime > span.fromTime ? span : null;
    },
    async candles(symbol, timeframeSeconds, span, limit) {
      const { candles, forming } = resample(await minutes(symbol, span), timeframeSeconds, MINUTE_S);
      const first = Math.max(0, candles.length - limit);
      const closed = Array.from({ length: candles.length - first }, (_, row) => candleAt(candles, first + row));
      return forming === null ? closed : [...closed, forming].slice(-limit);
    },
  };
}

/** Returns the start of the minute that contains a time, in epoch seconds. */
export const minuteStartOf = (timeMs: number): number => Math.floor(timeMs / 60_000) * MINUTE_S;
