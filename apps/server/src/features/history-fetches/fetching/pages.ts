import { at, type CandleColumns, candleAt, emptyColumns, rowsBetween, setRow } from '@vigia/core/candles';

const MINUTE_S = 60;

/** A span of UTC epoch seconds; `toTime` is exclusive. */
export type PageSpan = { readonly fromTime: number; readonly toTime: number };
/** The grid of pages of a history: their length, and the span of the whole history. */
export type PageGrid = PageSpan & { readonly pageCandles: number };

/** Returns the number of the page that contains a minute. Pages lie on a fixed grid, so this number never changes. */
export const pageOf = (time: number, pageCandles: number): number => Math.floor(time / (pageCandles * MINUTE_S));

/** Returns the span of a page, limited to the span of the history. */
export function pageSpan(page: number, { pageCandles, fromTime, toTime }: PageGrid): PageSpan {
  const begin = page * pageCandles * MINUTE_S;
  return { fromTime: Math.max(begin, fromTime), toTime: Math.min(begin + pageCandles * MINUTE_S, toTime) };
}

/**
 * Returns the candles of a page that may be stored. They are within its span, start at a whole minute, occur once per
 * minute and have prices above zero. Brokers repeat candles at the borders of their responses.
 * @param candles ascending in time
 */
export function storableCandles(candles: CandleColumns, { fromTime, toTime }: PageSpan): CandleColumns {
  const clean = emptyColumns(candles.length);
  let kept = 0;
  let previous = fromTime - 1;
  for (let row = 0; row < candles.length; row += 1) {
    const candle = candleAt(candles, row);
    const { time, open, high, low, close } = candle;
    const isWithin = time > previous && time < toTime && time % MINUTE_S === 0;
    if (!isWithin || ![open, high, low, close].every((price) => price > 0 && price < Infinity)) continue;
    setRow(clean, kept, candle);
    kept += 1;
    previous = at(candles.time, row);
  }
  return rowsBetween(clean, 0, kept);
}
