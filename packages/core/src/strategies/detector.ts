/** 1 CALL, 0 nothing, −1 PUT. */
export type SignalDirection = 1 | 0 | -1;

/**
 * The signal rule of one strategy type, over closed candles of its timeframe. A cross goes from strictly on the far
 * side at the previous candle to at or past the line now. There is no cross while either candle's values are undefined.
 */
export interface Detector {
  /** Number of candles before the first that can signal. */
  readonly warmUp: number;
  /** Adds the next closed candle; allocates nothing. */
  push(close: number): SignalDirection;
  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[];
  /** Restores a detector from the snapshot of one with the same parameters. */
  restore(state: readonly number[]): void;
}
