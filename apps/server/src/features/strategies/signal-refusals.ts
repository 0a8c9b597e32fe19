import type { GateRefusal } from '@vigia/core/strategies';
import type { Direction } from '@vigia/core/vocabulary';
import type { DataFault } from '../automations/index.ts';

/** Reason for the refusal of a possible signal: its price data, or a gate of the strategy. */
export type RefusalReason =
  | {
      readonly stage: 'data';
      readonly fault: DataFault;
      /** Age of the last price in milliseconds; null for backfilled prices. */
      readonly ageMs: number | null;
    }
  | ({ readonly stage: 'gate' } & (GateRefusal | PayoutRefusal));

/** The payout of the asset was below the smallest payout of the strategy; both are fractions. */
export type PayoutRefusal = { readonly gate: 'payout'; readonly value: number; readonly limit: number };

/** A possible signal that was refused. */
export type SignalRefusal = {
  readonly id: string;
  readonly atMs: number;
  readonly direction: Direction;
  readonly reason: RefusalReason;
};
