/** Direction of a signal: 1 is CALL, −1 is PUT, and 0 is no signal. */
export type SignalDirection = 1 | 0 | -1;

/**
 * The signal rule of one strategy type, over closed candles of its timeframe. A cross needs a previous value strictly
 * on one side of the line and a current value on the line or beyond it. There is no cross while the values of either
 * candle are undefined.
 */
export interface Detector {
  /** Number of candles before the first that can signal. */
  readonly warmUp: number;
  /** Adds the next closed candle and returns the direction of its signal; allocates nothing. */
  push(close: number): SignalDirection;
  /** Returns the state as finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[];
  /** Restores a detector from the snapshot of one with the same parameters. */
  restore(state: readonly number[]): void;
}
