/** `green` is +1, `red` −1: the sign of the candle's body. */
export type Side = 1 | -1;

/** Sums of a run while `SequenceFold` builds it. One object is reused for every run. */
export class OpenRun {
  side: Side = 1;
  length = 0;
  strongCandles = 0;
  startTime = NaN;
  /** Open of the first coloured candle. */
  startOpen = NaN;
  /** ATR at the candle before the first coloured one. */
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
}
