import type { CandleType } from '#vocabulary/index.ts';

/**
 * Result of one filter: the measured value, its limit, and whether the candidate passed. An undefined value or an
 * absent bound is null.
 */
export type FilterResult = { readonly passed: boolean } & (
  | { readonly filter: 'trend' | 'rsi' | 'payout'; readonly value: number | null; readonly limit: number | null }
  | { readonly filter: 'hours'; readonly value: string; readonly limit: string }
  | {
      readonly filter: 'volatility';
      readonly value: number | null;
      readonly limit: readonly [number | null, number | null];
    }
  | { readonly filter: 'candleTypes'; readonly value: CandleType; readonly limit: readonly (CandleType | 'any')[] }
);
