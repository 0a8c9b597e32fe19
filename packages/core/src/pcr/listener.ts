import type { Sequence } from './run/sequence.ts';
import type { RejectedCandidate, Settlement, Signal } from './signal/signal.ts';
import type { Zone, ZoneEnd } from './zone/zone.ts';

/**
 * Receives the events of a detector during the push that causes them, in the order of docs/spec/pcr.md §3. Event
 * objects never change and may be kept; signals are frozen. The detector does not build events that have no listener.
 */
export interface PcrListener {
  /** Receives a run of two or more candles when it breaks, whether or not its sequence is valid. */
  onSequence?(sequence: Sequence): void;
  onZone?(zone: Zone): void;
  /**
   * Receives the end of a zone's life.
   * @param at epoch seconds of the end; a fraction if a tick ended the life
   */
  onZoneEnd?(zone: Zone, end: ZoneEnd, at: number): void;
  onSignal?(signal: Signal): void;
  onRejected?(candidate: RejectedCandidate): void;
  onSettlement?(settlement: Settlement): void;
}
