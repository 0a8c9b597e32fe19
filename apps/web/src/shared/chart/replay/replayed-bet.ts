import type { Direction, Timeframe } from '@vigia/core/vocabulary';

/** A bet on the direction of a price, from its entry to its expiry. */
export type ReplayedBet = {
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly direction: Direction;
  readonly entryPrice: number;
  readonly entryTimeMs: number;
  readonly expiryTimeMs: number;
  /** Price that decided the bet; null if no mark is wanted. */
  readonly exitPrice: number | null;
};

/** A band of prices behind the candles, such as a price zone. */
export type PriceBand = { readonly low: number; readonly high: number };
