import type { Sequence } from './run/sequence.ts';
import type { RejectedCandidate, Settlement, Signal } from './signal/signal.ts';
import type { Zone, ZoneEnd } from './zone/zone.ts';

/**
 * Receives the events of a detector during the push that causes them, in the order of docs/spec/pcr.md §3. Event
 * objects never change and may be stored; signals are frozen. The detector does not build events without a listener.
 */
export interface PcrListener {
  /** Receives a run of two or more candles when it breaks, even if its sequence is invalid. */
  onSequence?(sequence: Sequence): void;
  onZone?(zone: Zone): void;
  /**
   * Receives the end of a zone.
   * @param at epoch seconds of the end; a fraction if a tick ended the zone
   */
  onZoneEnd?(zone: Zone, end: ZoneEnd, at: number): void;
  onSignal?(signal: Signal): void;
  onRejected?(candidate: RejectedCandidate): void;
  onSettlement?(settlement: Settlement): void;
}
