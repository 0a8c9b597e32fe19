/** CALL, nothing, PUT. */
export type StrategyMove = 1 | 0 | -1;

/**
 * What one type looks for, over closed candles of its timeframe. A cross goes from strictly on the far side at the candle before
 * to at or past the line now; while either candle's values are undefined there is none.
 */
export interface Detector {
  /** Candles before the first that can signal. */
  readonly warmUp: number;
  /** Takes the next closed candle; allocates nothing. */
  push(close: number): StrategyMove;
  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[];
  /** Continues from a snapshot of a detector of the same parameters. */
  restore(state: readonly number[]): void;
}
