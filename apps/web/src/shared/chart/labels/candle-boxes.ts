import type { Box } from './box.ts';

type Bar = { readonly high: number; readonly low: number };

/** Number of candles before the current price that no label covers. */
export const UNCOVERED_CANDLES = 15;

/** The positions of the candles in pixels. */
export type CandleBoxes = {
  /** The right edge of the last candle. It may lie outside the plot. */
  readonly lastRightPx: number;
  /** The boxes of the last candles, from high to low, oldest first. */
  readonly recent: readonly Box[];
  /** Returns the highest and the lowest pixel of the candles between two x coordinates. Null if there is no candle. */
  readonly spanOf: (leftPx: number, rightPx: number) => { readonly top: number; readonly bottom: number } | null;
};

type CandleScale = {
  /** The left edge of the first bar. */
  readonly firstLeftPx: number;
  readonly barWidthPx: number;
  readonly y: (price: number) => number;
};

/** Returns where the candles are drawn. The cost does not depend on the number of bars. */
export function candleBoxes(bars: readonly Bar[], { firstLeftPx, barWidthPx, y }: CandleScale): CandleBoxes {
  const firstRecent = Math.max(0, bars.length - UNCOVERED_CANDLES);
  return {
    lastRightPx: firstLeftPx + bars.length * barWidthPx,
    recent: bars.slice(firstRecent).map(({ high, low }, index) => {
      const top = y(high);
      return {
        left: firstLeftPx + (firstRecent + index) * barWidthPx,
        top,
        width: barWidthPx,
        height: Math.max(1, y(low) - top),
      };
    }),
    spanOf: (leftPx, rightPx) => {
      const from = Math.max(0, Math.floor((leftPx - firstLeftPx) / barWidthPx));
      const to = Math.min(bars.length, Math.ceil((rightPx - firstLeftPx) / barWidthPx));
      if (from >= to) return null;
      let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      // The chart calls this function for each label in every frame. A loop creates no arrays.
      for (let index = from; index < to; index += 1) {
        const bar = bars[index];
        if (!bar) continue;
        if (bar.high > high) high = bar.high;
        if (bar.low < low) low = bar.low;
      }
      return { top: y(high), bottom: y(low) };
    },
  };
}
