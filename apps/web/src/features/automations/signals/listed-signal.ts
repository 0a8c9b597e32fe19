import type { Direction, SignalOutcome, Timeframe } from '@vigia/core/vocabulary';

/** Where a signal comes from: a setup, the rules of a strategy, or a sender outside Vigía. */
export const SIGNAL_KINDS = ['pcr', 'strategy', 'external'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** A signal of a setup or strategy, in the form that lists show. */
export type ListedSignal = {
  readonly id: string;
  readonly kind: SignalKind;
  /** Name of the setup or strategy. */
  readonly name: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly direction: Direction;
  readonly entry_price: number;
  readonly entry_time: string;
  readonly expiration_time: string;
  readonly expiry: number | null;
  readonly expiry_seconds: number | null;
  readonly expiry_ticks: number | null;
  readonly status: SignalOutcome;
  readonly trade_id: string | null;
};
