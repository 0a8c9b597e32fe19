import type { MaType, NumbersOf, STRATEGY_RANGES } from '#vocabulary/index.ts';

/**
 * Parameters of the RSI strategy: `rsi_period` in candles; `oversold`, below `overbought`, both on the RSI's scale of
 * 0–100.
 */
export type RsiParameters = NumbersOf<typeof STRATEGY_RANGES.rsi>;

/** Parameters of the MACD strategy: periods in candles, `fast` below `slow`. */
export type MacdParameters = NumbersOf<typeof STRATEGY_RANGES.macd>;

/**
 * Parameters of the Bollinger strategy: `period` in candles, `std_dev` in standard deviations, `squeeze_threshold` in
 * per cent of the middle band.
 */
export type BollingerParameters = NumbersOf<typeof STRATEGY_RANGES.bollinger>;

/** Parameters of the moving average strategy: periods in candles, `fast` below `slow`. */
export type MovingAverageParameters = NumbersOf<typeof STRATEGY_RANGES.moving_average> & { readonly ma_type: MaType };

/**
 * A strategy's rules (docs/spec/strategies.md §1), with parameters named as in the API; their ranges are
 * STRATEGY_RANGES of the vocabulary.
 */
export type StrategyRules =
  | { readonly type: 'rsi'; readonly parameters: RsiParameters }
  | { readonly type: 'macd'; readonly parameters: MacdParameters }
  | { readonly type: 'bollinger'; readonly parameters: BollingerParameters }
  | { readonly type: 'moving_average'; readonly parameters: MovingAverageParameters };

/**
 * Returns a key that is equal for rules with the same signals on the same candles. Stake and expiry do not affect the
 * key.
 */
export function detectionKey({ type, parameters }: StrategyRules): string {
  const { trade_amount: _stake, duration: _duration, ...detection } = parameters;
  return JSON.stringify([type, ...Object.entries(detection).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
