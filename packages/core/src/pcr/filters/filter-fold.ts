import type { CandleType, Direction } from '#vocabulary/index.ts';
import type { FilterResult } from './filter-result.ts';

/** Inputs of a filter: the last closed candle and the candidate. */
export type FilterView = {
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly close: number;
  /** NaN until defined. */
  readonly atr: number;
  readonly breakingType: CandleType;
  /** Payout for this expiry as a fraction; NaN while unknown. */
  readonly payoutRatio: number;
};

/** One filter of a setup: takes every closed candle and judges candidates. */
export interface FilterFold {
  push(close: number): void;
  evaluate(view: FilterView): FilterResult;
  /** Finite numbers only. */
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

/** A filter without state between candles. */
export const stateless = (evaluate: (view: FilterView) => FilterResult): FilterFold => ({
  push: () => undefined,
  evaluate,
  snapshot: () => [],
  restore: () => undefined,
});
