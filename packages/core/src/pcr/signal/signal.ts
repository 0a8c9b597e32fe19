import type { EpochMs, Price } from '#kernel/index.ts';
import type { Direction, EntryPoint, SignalGate, SignalOutcome } from '#vocabulary/index.ts';
import type { FilterResult } from '../filters/filter-result.ts';
import type { Zone } from '../zone/zone.ts';

/** The facts of a signal on which its outcome depends. */
export type SettleableSignal = {
  readonly direction: Direction;
  /**
   * Time of the entry. It identifies the signal within its setup or strategy, which publishes at most one per candle.
   */
  readonly entryTime: EpochMs;
  readonly entryPrice: Price;
  readonly expirationTime: EpochMs;
};

/** A published signal. It is frozen and never repainted (docs/spec/pcr.md §6); its outcome is published separately. */
export type Signal = SettleableSignal & {
  readonly entryPoint: EntryPoint;
  /** Confidence in the signal, 0–1, fixed at publication. */
  readonly confidence: number;
  /** Colour and length of the sequence in Spanish, for the screen: 'verde·4'. */
  readonly pattern: string;
  readonly filterResults: readonly FilterResult[];
  readonly zone: Zone;
};

/**
 * How a signal ended, decided once. `settlePrice` is the price that decided it, null only if no price was ever seen.
 */
export type Settlement<Settled extends SettleableSignal = Signal> = {
  readonly signal: Settled;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  readonly settlePrice: number | null;
};

/** The reason why a candidate was rejected: the gate, the value that the gate measured, and the limit. */
export type Refusal =
  | { readonly gate: Extract<SignalGate, 'late'>; readonly value: number | null; readonly limit: number | null }
  | {
      /** The gate of the filters. `value` and `limit` belong to the first filter that failed. */
      readonly gate: Extract<SignalGate, 'filters'>;
      readonly value: FilterResult['value'];
      readonly limit: FilterResult['limit'];
      readonly filterResults: readonly FilterResult[];
    }
  | {
      /**
       * The gate `conflict` counts the candidates in the opposite direction, the gate `one_a_candle` all candidates of
       * this candle. `value` is the count and `limit` the allowed number.
       */
      readonly gate: Extract<SignalGate, 'conflict' | 'one_a_candle'>;
      readonly value: number;
      readonly limit: number;
      readonly filterResults: readonly FilterResult[];
    };

/** A candidate that did not become a signal, kept for the list '¿Por qué no opera?' (why does it not trade). */
export type RejectedCandidate = {
  readonly zone: Zone;
  readonly direction: Direction;
  readonly entryPoint: EntryPoint;
  readonly entryTime: EpochMs;
  readonly refusal: Refusal;
};
