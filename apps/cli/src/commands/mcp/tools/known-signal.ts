import type { PcrSignal, StrategySignal } from '@vigia/client';

/** A signal of a setup or of a strategy. */
export type KnownSignal =
  | { readonly kind: 'pcr'; readonly signal: PcrSignal }
  | { readonly kind: 'strategy'; readonly signal: StrategySignal };
