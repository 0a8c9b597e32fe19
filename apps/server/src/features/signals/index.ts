/**
 * The signal journal of setups and strategies. Each signal is added to a hash chain and stored once, as is the decision
 * about it.
 */

export type { AutomationSwitch } from './absences.ts';
export {
  type DecisionColumns,
  decisionColumns,
  toDecisionView,
  UNDECIDED_COLUMNS,
  viewOfDecision,
} from './decision-views.ts';
export {
  type Decision,
  type DecisionRow,
  isDecided,
  lockDecisions,
  type ReachedLimitNote,
  type RefusalDecision,
  readDecisions,
  writeDecision,
} from './decisions.ts';
export { DECISION_SECTIONS } from './decisions-export.ts';
export { type Derivation, derivePerVersion, type RederivedVersion } from './derivation.ts';
export {
  type ChainAutomation,
  type FaultyAutomation,
  findDueAutomations,
  findFaultyAutomations,
  recordDerivation,
} from './derivation-turns.ts';
export type {
  DecidedEntry,
  JournalListener,
  StoredEntry,
  UndecidedSignal,
} from './entries.ts';
export { type EntryDelayRow, entryDelay, toEntryDelayView } from './entry-delays.ts';
export { SignalJournal } from './journal.ts';
export { findChainAutomationIds } from './journal-tables.ts';
export { SIGNAL_FACTS } from './log-facts.ts';
export { chainHashOf, GENESIS_HASH } from './seal.ts';
export { SIGNALS_SEALED } from './sealed-signals.ts';
export { lengthOfSignal, sealedTicks } from './signal-length.ts';
export {
  type AwaitingDecisionScope,
  findSignalsAwaitingDecision,
  type SignalAwaitingDecision,
} from './signals-awaiting-decision.ts';
export { SIGNAL_DECIDED } from './topics.ts';
export { type UnsettledSignal, UnsettledSignals } from './unsettled-signals.ts';
export { type ChainFault, type SealedSignalRow, verifyChain } from './verify-chain.ts';
