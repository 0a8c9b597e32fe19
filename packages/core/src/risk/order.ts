import type { EpochMs, MinorUnits } from '#kernel/index.ts';
import type { TradeOrigin } from '#vocabulary/index.ts';
import type { TradingPeriod } from './trading-period.ts';

/** The fields of an order that the guard reads. Callers pass their own larger types. */
export type GuardedOrder = { readonly origin: TradeOrigin; readonly stakeMinor: MinorUnits };

/**
 * The market and the account at the time of the order, read in the transaction that holds the stake. Days and weeks are
 * in the time zone of the user's limits.
 */
export type RiskFacts = {
  readonly nowMs: EpochMs;
  readonly asset: { readonly minStakeMinor: MinorUnits; readonly maxStakeMinor: MinorUnits };
  readonly market: 'live' | 'closed' | 'stale';
  readonly cashMinor: MinorUnits;
  readonly activeTrades: number;
  /** Sum of the stakes of all active trades, which may still be lost. */
  readonly atStakeMinor: MinorUnits;
  readonly tradesToday: number;
  /** Settled profit of the day; negative for a loss. */
  readonly profitTodayMinor: MinorUnits;
  readonly profitThisWeekMinor: MinorUnits;
  /**
   * Number of losses in a row up to the last decided trade, and the settlement time of that trade. Null if that trade
   * was not lost.
   */
  readonly losingStreak: { readonly losses: number; readonly lastLossAtMs: EpochMs } | null;
  /** End of the current day of the limits. */
  readonly dayEndsAtMs: EpochMs;
  readonly weekEndsAtMs: EpochMs;
  /** Whether the account of the order holds real money. */
  readonly isRealMoney: boolean;
  /** The last known period of automatic or real-money trading; null if there was none. */
  readonly tradingPeriod: TradingPeriod | null;
};

/** The user's own limits. A limit is null if it is not set. Loss limits are positive amounts. */
export type RiskLimits = {
  readonly maxConcurrentTrades: number | null;
  readonly maxStakeMinor: MinorUnits | null;
  readonly dailyLossLimitMinor: MinorUnits | null;
  readonly weeklyLossLimitMinor: MinorUnits | null;
  readonly dailyTradeLimit: number | null;
  readonly coolDown: { readonly afterLosses: number; readonly minutes: number } | null;
  readonly killSwitch: boolean;
};
