/**
 * The signal journal of setups and strategies: sealed, chained and stored once, with the decision about each signal.
 */
export {
  type DecisionRow,
  isDecided,
  lockDecisions,
  type ReachedLimitNote,
  type RefusalDecision,
  readDecisions,
  writeDecision,
} from './decisions.ts';
export { type AwaitedScope, type AwaitedSignal, findAwaited } from './decisions-awaited.ts';
export { DECISION_SECTIONS } from './decisions-export.ts';
export { type Derivation, derivePerVersion } from './derivation.ts';
export type {
  DecidedEntry,
  JournalListener,
  StoredEntry,
  UndecidedSignal,
} from './entries.ts';
export { SignalJournal } from './journal.ts';
export { findChainOwners } from './journal-tables.ts';
export { canonicalJson, GENESIS_HASH, type Json, sealOf } from './seal.ts';
export { SIGNALS_SEALED } from './sealed-signals.ts';
export { type UnsettledSignal, UnsettledSignals } from './unsettled-signals.ts';
export { type ChainFault, type SealedSignalRow, verifyChain } from './verify-chain.ts';
