import type { MaType } from '#vocabulary/index.ts';

/** Common to every type: the stake in units of the account's currency, and whole minutes from entry to expiration. */
type OfEveryType = { readonly trade_amount: number; readonly duration: number };

/** `rsi_period` in candles; `oversold` below `overbought`, both on the RSI's scale of 0–100. */
export type RsiParameters = OfEveryType & {
  readonly rsi_period: number;
  readonly oversold: number;
  readonly overbought: number;
};

/** Periods in candles, `fast` below `slow`. */
export type MacdParameters = OfEveryType & { readonly fast: number; readonly slow: number; readonly signal: number };

/** `period` in candles, `std_dev` in standard deviations, `squeeze_threshold` in per cent of the middle band. */
export type BollingerParameters = OfEveryType & {
  readonly period: number;
  readonly std_dev: number;
  readonly squeeze_threshold: number;
};

/** Periods in candles, `fast` below `slow`. */
export type MovingAverageParameters = OfEveryType & {
  readonly fast: number;
  readonly slow: number;
  readonly ma_type: MaType;
};

/**
 * A strategy's rules (docs/spec/strategies.md §1), with parameters named as on the wire; their ranges are
 * STRATEGY_RANGES of the vocabulary.
 */
export type StrategyRules =
  | { readonly type: 'rsi'; readonly parameters: RsiParameters }
  | { readonly type: 'macd'; readonly parameters: MacdParameters }
  | { readonly type: 'bollinger'; readonly parameters: BollingerParameters }
  | { readonly type: 'moving_average'; readonly parameters: MovingAverageParameters };

/**
 * Returns a key that is equal for rules with the same signals on the same candles; stake and expiry do not affect it.
 */
export function detectionKey({ type, parameters }: StrategyRules): string {
  const { trade_amount: _stake, duration: _duration, ...detection } = parameters;
  return JSON.stringify([type, ...Object.entries(detection).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
