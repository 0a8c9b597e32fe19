import type { EpochMs, Price } from '#kernel/index.ts';
import type { Direction, EntryPoint, SignalGate, SignalOutcome } from '#vocabulary/index.ts';
import type { FilterResult } from '../filters/filter-result.ts';
import type { Zone } from '../zone/zone.ts';

/** What a signal must say for its outcome to be decided. */
export type SettleableSignal = {
  readonly direction: Direction;
  /** At most one signal a candle is published, so that this tells a setup's, or a strategy's, signals apart. */
  readonly entryTime: EpochMs;
  readonly entryPrice: Price;
  readonly expirationTime: EpochMs;
};

/** A published signal: frozen, it never changes (pcr.md §6, no repaint); its outcome is told apart. */
export type Signal = SettleableSignal & {
  readonly entryPoint: EntryPoint;
  /** 0–1, fixed at publication. */
  readonly confidence: number;
  /** Colour and length of the sequence, as the screen shows it: 'verde·4'. */
  readonly pattern: string;
  readonly filterResults: readonly FilterResult[];
  readonly zone: Zone;
};

/** How a signal ended, decided once. `settlePrice` is null only where no price was ever seen. */
export type Settlement<Settled extends SettleableSignal = Signal> = {
  readonly signal: Settled;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  readonly settlePrice: number | null;
};

/** Why a candidate was turned down: the gate, what it measured and what it allows. */
export type Refusal =
  | { readonly gate: Extract<SignalGate, 'late'>; readonly value: number | null; readonly limit: number | null }
  | {
      /** Value and limit are those of the first filter that failed. */
      readonly gate: Extract<SignalGate, 'filters'>;
      readonly value: FilterResult['value'];
      readonly limit: FilterResult['limit'];
      readonly filterResults: readonly FilterResult[];
    }
  | {
      /** Conflict: candidates of the other direction; one a candle: signals wanted. The limit is how many are allowed. */
      readonly gate: Extract<SignalGate, 'conflict' | 'one_a_candle'>;
      readonly value: number;
      readonly limit: number;
      readonly filterResults: readonly FilterResult[];
    };

/** A candidate that did not become a signal, kept for '¿Por qué no opera?'. */
export type RejectedCandidate = {
  readonly zone: Zone;
  readonly direction: Direction;
  readonly entryPoint: EntryPoint;
  readonly entryTime: EpochMs;
  readonly refusal: Refusal;
};
