import type { Candle } from '@vigia/core/candles';
import { candleKey, type WatchedSeconds } from './interest.ts';
import { type ClosedCandle, closedCandle, isSameCandle, type PriceTexts } from './price-texts.ts';

/** Finds closed candles of seconds that the sockets of a price board, which watch one source, do not have yet. */
export class SecondSeries {
  readonly #texts: Pick<PriceTexts, 'secondsOf'>;
  /** Candles of each watched series at the last call. The last one of each is forming. */
  #seen: ReadonlyMap<string, readonly Candle[]> = new Map();

  constructor(texts: Pick<PriceTexts, 'secondsOf'>) {
    this.#texts = texts;
  }

  /**
   * Returns the candles of these series that have closed since the last call, and those that a late tick has changed
   * since, oldest first. A series that the last call did not have has no news yet.
   */
  news(watched: ReadonlyMap<string, WatchedSeconds>): readonly ClosedCandle[] {
    const before = this.#seen;
    const now = new Map<string, readonly Candle[]>();
    this.#seen = now;
    const news: ClosedCandle[] = [];
    for (const [key, series] of watched) {
      const candles = this.#texts.secondsOf(series.symbol, series.timeframe);
      now.set(key, candles);
      const seen = before.get(key);
      if (seen === undefined || seen === candles) continue;
      const known = closedOf(seen);
      const changed = closedOf(candles).filter((candle) => !known.some((one) => isSameCandle(one, candle)));
      news.push(...changed.map((candle) => closedCandle({ ...series, candle })));
    }
    return news;
  }

  /** Returns the closed candles of about the last minute, for a socket that may have missed some of them. */
  recent(series: WatchedSeconds): readonly ClosedCandle[] {
    const candles = this.#seen.get(candleKey(series.symbol, series.timeframe)) ?? [];
    return closedOf(candles).map((candle) => closedCandle({ ...series, candle }));
  }
}

const closedOf = (candles: readonly Candle[]): readonly Candle[] => candles.slice(0, -1);
