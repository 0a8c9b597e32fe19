import type { Sequence } from './run/sequence.ts';
import type { RejectedCandidate, Settlement, Signal } from './signal/signal.ts';
import type { Zone, ZoneEnd } from './zone/zone.ts';

/**
 * Who hears of what a detector finds. Called during the push that causes the event, in the order of pcr.md; every object may be
 * kept and never changes; signals are frozen. What is not listened to is not made.
 */
export interface PcrListener {
  /** A run of two or more was broken, valid or not. */
  onSequence?(sequence: Sequence): void;
  onZone?(zone: Zone): void;
  /** @param at epoch seconds, of a tick with milliseconds: when the zone's life ended */
  onZoneEnd?(zone: Zone, end: ZoneEnd, at: number): void;
  onSignal?(signal: Signal): void;
  onRejected?(candidate: RejectedCandidate): void;
  onSettlement?(settlement: Settlement): void;
}
