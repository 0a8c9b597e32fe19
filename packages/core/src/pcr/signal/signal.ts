import { type EpochMs, epochMs, type Price } from '#kernel/index.ts';
import { expectedSecondsOf, type TradeLength } from '#lengths/index.ts';
import type { Direction, EntryPoint, SignalGate, SignalOutcome } from '#vocabulary/index.ts';
import type { FilterResult } from '../filters/filter-result.ts';
import type { Zone } from '../zone/zone.ts';

/** The facts of a signal that determine its outcome. */
export type SettleableSignal = {
  readonly direction: Direction;
  /**
   * Time of the entry. It identifies the signal within its setup or strategy, which publishes at most one per candle.
   */
  readonly entryTime: EpochMs;
  readonly entryPrice: Price;
  /** Time of the expiration; an estimate for a duration in ticks. */
  readonly expirationTime: EpochMs;
  /**
   * Present on a signal whose duration is in ticks. Only its broker counts these ticks. Vigía's prices therefore do not
   * decide it, and its outcome is void (docs/decisions/0053-lengths-of-automation.md).
   */
  readonly inTicks?: true;
};

/** Returns the expiration of a signal with this entry and duration, and whether only a broker's ticks decide it. */
export function expirationOf(
  entryMs: number,
  length: TradeLength,
): Pick<SettleableSignal, 'expirationTime' | 'inTicks'> {
  const expirationTime = epochMs(entryMs + expectedSecondsOf(length) * 1_000);
  return length.unit === 'ticks' ? { expirationTime, inTicks: true } : { expirationTime };
}

/** A published signal. It is frozen and never changes (docs/spec/pcr.md §6); its outcome is published separately. */
export type Signal = SettleableSignal & {
  readonly entryPoint: EntryPoint;
  /** Confidence in the signal, 0–1, fixed at publication. */
  readonly confidence: number;
  /** Colour and length of the sequence in Spanish, for the screen: 'verde·4'. */
  readonly pattern: string;
  readonly filterResults: readonly FilterResult[];
  readonly zone: Zone;
};

const PATTERN_COLOR = { green: 'verde', red: 'rojo' } as const;

/** Returns the pattern of a signal: colour and length of the sequence that made its zone. */
export const patternOf = ({ color, length }: Zone['sequence']): string => `${PATTERN_COLOR[color]}·${length}`;

/**
 * Returns the signal as a frozen object. Only a signal in ticks is copied, because V8 builds an object with a spread
 * field by field.
 */
export const frozenSignal = (fields: Omit<Signal, 'inTicks'>, inTicks: Signal['inTicks']): Signal =>
  Object.freeze(inTicks ? { ...fields, inTicks } : fields);

/**
 * Outcome of a signal, decided once. `settlePrice` is the price that decided it; null only if there was no price at
 * all.
 */
export type Settlement<Settled extends SettleableSignal = Signal> = {
  readonly signal: Settled;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  readonly settlePrice: number | null;
};

/** The reason for the rejection of a candidate: the gate, the measured value, and the limit. */
export type CandidateRefusal =
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
       * The gate `conflict` counts the candidates in the opposite direction. The gate `one_a_candle` counts all
       * candidates of this candle. `value` is the count and `limit` the allowed number.
       */
      readonly gate: Extract<SignalGate, 'conflict' | 'one_a_candle'>;
      readonly value: number;
      readonly limit: number;
      readonly filterResults: readonly FilterResult[];
    };

/** A candidate that did not become a signal. It is stored for the list '¿Por qué no opera?' (why does it not trade). */
export type RejectedCandidate = {
  readonly zone: Zone;
  readonly direction: Direction;
  readonly entryPoint: EntryPoint;
  readonly entryTime: EpochMs;
  readonly refusal: CandidateRefusal;
};
