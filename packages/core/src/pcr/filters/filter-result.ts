import type { CandleType } from '#vocabulary/index.ts';

/** What a filter saw, what it asks for, and whether it let the candidate through; an undefined value or open bound is null. */
export type FilterResult = { readonly passed: boolean } & (
  | { readonly filter: 'trend' | 'rsi' | 'payout'; readonly value: number | null; readonly limit: number | null }
  | { readonly filter: 'hours'; readonly value: string; readonly limit: string }
  | {
      readonly filter: 'volatility';
      readonly value: number | null;
      readonly limit: readonly [number | null, number | null];
    }
  | {
      readonly filter: 'candleTypes';
      readonly value: CandleType;
      readonly limit: readonly (CandleType | 'any')[];
    }
);

/** Undefined (NaN) as null. */
export const definedOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
