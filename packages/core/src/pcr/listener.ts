import type { Sequence } from './run/sequence.ts';
import type { RejectedCandidate, Settlement, Signal } from './signal/signal.ts';
import type { Zone, ZoneEnd } from './zone/zone.ts';

/**
 * Receives the events of a detector, during the push that causes them and in the order of docs/spec/pcr.md §3. Event
 * objects never change and may be kept; signals are frozen. Events without a listener are not built.
 */
export interface PcrListener {
  /** Called when a run of two or more candles was broken, whether its sequence is valid or not. */
  onSequence?(sequence: Sequence): void;
  onZone?(zone: Zone): void;
  /** @param at epoch seconds when the zone's life ended; with milliseconds if a tick ended it */
  onZoneEnd?(zone: Zone, end: ZoneEnd, at: number): void;
  onSignal?(signal: Signal): void;
  onRejected?(candidate: RejectedCandidate): void;
  onSettlement?(settlement: Settlement): void;
}
