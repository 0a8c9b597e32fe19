import type { EpochMs, MinorUnits } from '#kernel/index.ts';
import type { TradeOrigin } from '#vocabulary/index.ts';
import type { Stretch } from './stretch.ts';

/** The fields of an order that the guard reads. Callers pass their own, larger type. */
export type GuardedOrder = { readonly origin: TradeOrigin; readonly stakeMinor: MinorUnits };

/**
 * The state of the world and the account at the moment of the order, read in the transaction that will hold the
 * stake. Days and weeks are those of the zone the user's limits count by.
 */
export type RiskFacts = {
  readonly nowMs: EpochMs;
  readonly asset: { readonly minStakeMinor: MinorUnits; readonly maxStakeMinor: MinorUnits };
  readonly market: 'live' | 'closed' | 'stale';
  readonly cashMinor: MinorUnits;
  readonly activeTrades: number;
  /** Stakes of all active trades together: what may still be lost. */
  readonly atStakeMinor: MinorUnits;
  readonly tradesToday: number;
  /** Settled profit, negative for a loss. */
  readonly profitTodayMinor: MinorUnits;
  readonly profitThisWeekMinor: MinorUnits;
  /** Losses in a row up to the last decided trade, and when that one was settled; null without any. */
  readonly losingStreak: { readonly losses: number; readonly lastLossAtMs: EpochMs } | null;
  /** Ends of the current day and week of the limits. */
  readonly dayEndsAtMs: EpochMs;
  readonly weekEndsAtMs: EpochMs;
  /** The account the order goes to holds real money. */
  readonly isRealMoney: boolean;
  /** Automation or real trading that was last known to go on; null before the first. */
  readonly stretch: Stretch | null;
};

/** The user's own limits; null means no limit. Loss limits are positive amounts. */
export type RiskLimits = {
  readonly maxConcurrentTrades: number | null;
  readonly maxStakeMinor: MinorUnits | null;
  readonly dailyLossLimitMinor: MinorUnits | null;
  readonly weeklyLossLimitMinor: MinorUnits | null;
  readonly dailyTradeLimit: number | null;
  readonly coolDown: { readonly afterLosses: number; readonly minutes: number } | null;
  readonly killSwitch: boolean;
};
