import { candleRange } from '#candles/index.ts';

/** `green` is +1, `red` −1: the sign of the candle's body. */
export type Side = 1 | -1;

/** Sums of a run while it is built. One object is reused for every run, so that a run costs no allocation. */
export class OpenRun {
  side: Side = 1;
  length = 0;
  strongCandles = 0;
  startTime = NaN;
  /** Open of the first coloured candle. */
  startOpen = NaN;
  /** ATR of the candle before the first. */
  atrBefore = NaN;
  endTime = NaN;
  endOpen = NaN;
  endClose = NaN;
  /** ATR at the last coloured candle. */
  atrAtEnd = NaN;
  high = NaN;
  low = NaN;
  /** Σ range over coloured candles, in time order. */
  rangeSum = NaN;

  open(side: Side, time: number, open: number, high: number, low: number, atrBefore: number): void {
    this.side = side;
    this.length = 0;
    this.strongCandles = 0;
    this.startTime = time;
    this.startOpen = open;
    this.atrBefore = atrBefore;
    this.high = high;
    this.low = low;
    this.rangeSum = 0;
  }

  grow(time: number, open: number, high: number, low: number, close: number, atr: number, strong: boolean): void {
    this.length += 1;
    if (strong) this.strongCandles += 1;
    this.endTime = time;
    this.endOpen = open;
    this.endClose = close;
    this.atrAtEnd = atr;
    this.rangeSum += candleRange(high, low);
    this.include(high, low);
  }

  /** Widens the price range: all that a skipped neutral candle does. */
  include(high: number, low: number): void {
    if (high > this.high) this.high = high;
    if (low < this.low) this.low = low;
  }
}
