/**
 * Detector of PCR signals (docs/spec/pcr.md): runs, criteria, zones, filters, signals and outcomes as folds over closed
 * candles.
 */
export { type MeasuredCriterion, measuredCriteria } from './criteria/measured-criteria.ts';
export * from './detector.ts';
export * from './detector-group.ts';
export type { FilterResult } from './filters/filter-result.ts';
export type { PcrListener } from './listener.ts';
export * from './replay/history.ts';
export * from './replay/replay.ts';
export type { Sequence } from './run/sequence.ts';
export { SequenceFold, type SequenceFoldSnapshot } from './run/sequence-fold.ts';
export { type CheckedSetup, completeSetup } from './setup/complete-setup.ts';
export * from './setup/setup.ts';
export { areSetupNumbersValid } from './setup/setup-numbers.ts';
export * from './setup-fold.ts';
export { SettlementBook, type SettlementBookSnapshot, silenceMsOf } from './signal/settlement-book.ts';
export {
  type CandidateRefusal,
  expirationOf,
  type RejectedCandidate,
  type SettleableSignal,
  type Settlement,
  type Signal,
} from './signal/signal.ts';
export * from './zone/zone.ts';
