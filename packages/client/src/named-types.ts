import type { Data } from './routes.ts';

/** An asset with its price, payout and durations. */
export type Asset = Data<'GET /api/v1/trading/assets'>[number];
/** A candle; `time` is the open time in epoch seconds. */
export type Candle = Data<'GET /api/v1/trading/candles'>[number];
/** A trade. */
export type Option = Data<'GET /api/v1/trading/option/{id}'>;
/** The current mode, with its account and the chosen account. */
export type CurrentMode = Data<'GET /api/v1/trading/mode/current'>;
/** Figures of ended trades: the win rate with its count, interval and verdict. */
export type TradingPerformance = Data<'GET /api/v1/trading/performance'>;
/** A signal of a PCR setup. */
export type PcrSignal = Data<'GET /api/pcr/signals'>['signals'][number];
/** A signal of a strategy. */
export type StrategySignal = Data<'GET /api/v1/strategies/signals'>[number];
/** A backtest with its report. */
export type Backtest = Data<'GET /api/v1/backtests/{id}'>;
/** A win rate with everything that must be shown with it. */
export type WinRateCard = NonNullable<Backtest['headline']>['card'];
/** A win rate of live trades; without evidence its interval is valid for one reading only. */
export type LivePerformanceCard = TradingPerformance['card'];
