/** The newest closed candle, and the open and close of the previous candle. One object is reused for all candles. */
export type Bar = {
  /** Open time, epoch seconds. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  openBefore: number;
  closeBefore: number;
  /** Whether the candle follows the previous one without a gap. */
  follows: boolean;
};

export const emptyBar = (): Bar => ({
  time: NaN,
  open: NaN,
  high: NaN,
  low: NaN,
  close: NaN,
  openBefore: NaN,
  closeBefore: NaN,
  follows: false,
});
