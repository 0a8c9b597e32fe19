import type { CandleType, Direction } from '#vocabulary/index.ts';
import type { FilterResult } from './filter-result.ts';

/** Inputs of a filter: the last closed candle and the candidate. */
export type FilterInput = {
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly close: number;
  /** ATR at the last closed candle; NaN until defined. */
  readonly atr: number;
  readonly breakingType: CandleType;
  /** Payout for this expiry as a fraction; NaN while unknown. */
  readonly payoutRatio: number;
};

/** One filter of a setup. It receives every closed candle and evaluates candidates. */
export interface FilterFold {
  push(close: number): void;
  evaluate(view: FilterInput): FilterResult;
  /** Returns the state as finite numbers only. */
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

/** Creates a filter without state between candles. */
export const statelessFilter = (evaluate: (view: FilterInput) => FilterResult): FilterFold => ({
  push: () => undefined,
  evaluate,
  snapshot: () => [],
  restore: () => undefined,
});
