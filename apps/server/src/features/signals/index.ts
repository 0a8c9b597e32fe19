/** What setups and strategies signalled: sealed, chained, stored once, and what was done about it. */
export type {
  DecidedEntry,
  JournalListener,
  OutcomeEntry,
  SignalEntry,
  StoredEntry,
  UndecidedSignal,
} from './entries.ts';
export { type JournalDeps, SignalJournal } from './journal.ts';
export { canonicalJson, GENESIS_HASH, type Json, sealOf } from './seal.ts';
export { type SealedSignal, SIGNAL_SEALED } from './topics.ts';
