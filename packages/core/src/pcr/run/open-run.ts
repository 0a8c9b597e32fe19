/** Sign of a candle's body: +1 for green, −1 for red. */
export type BodySign = 1 | -1;

/** Sums of a run while `SequenceFold` builds it. One object is reused for every run. */
export class OpenRun {
  side: BodySign = 1;
  length = 0;
  strongCandles = 0;
  startTime = NaN;
  /** Open of the first non-neutral candle. */
  startOpen = NaN;
  /** ATR at the candle before the first non-neutral candle. */
  atrBefore = NaN;
  endTime = NaN;
  endOpen = NaN;
  endClose = NaN;
  /** ATR at the last non-neutral candle. */
  atrAtEnd = NaN;
  high = NaN;
  low = NaN;
  /** Sum of the ranges (high − low) of the non-neutral candles, in time order. */
  rangeSum = NaN;
}
