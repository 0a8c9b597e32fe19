import type { Direction, SignalOutcome } from '@vigia/core/vocabulary';
import type { Json } from './seal.ts';

/** A live signal to be written to the journal. Times are epoch milliseconds, except the candle's: epoch seconds. */
export type SignalEntry = {
  /** Id of the setup or strategy, and the version of its rules that found the signal. */
  readonly ownerId: string;
  /** Name of the owner when the signal was found; a notification shows it. The name is not stored with the signal. */
  readonly ownerName: string;
  readonly version: number;
  /** null for built-in setups. */
  readonly userId: string | null;
  readonly symbol: string;
  readonly direction: Direction;
  /** Open time of the signal's candle; an owner has at most one signal per candle. */
  readonly candleTime: number;
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** The body to seal: `rule_version`, `setup_version` (or `strategy_version`) and the inputs of the decision. */
  readonly body: Json;
};

/** A signal as stored in the database. */
export type StoredEntry = SignalEntry & {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
  readonly publishedAtMs: number;
};

/** The outcome of a signal, identified by owner and entry time. */
export type OutcomeEntry = {
  readonly ownerId: string;
  /** null for built-in setups. */
  readonly userId: string | null;
  readonly entryTimeMs: number;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  /** null only if no price was ever seen. */
  readonly settlePrice: number | null;
};

export type DecidedEntry = OutcomeEntry & { readonly signalId: string };

/** A stored signal without an outcome. */
export type UndecidedSignal = {
  readonly signalId: string;
  readonly ownerId: string;
  readonly userId: string | null;
  readonly version: number;
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  readonly body: unknown;
};

/** Notified after a batch is committed, in order. Batches that fail while the database is unavailable are retried. */
export interface JournalListener {
  onStored?(stored: readonly StoredEntry[]): void | Promise<void>;
  onDecided?(decided: readonly DecidedEntry[]): void | Promise<void>;
  /**
   * Called after a takeover with the signals that the previous process recently stored or decided and may not have
   * published.
   */
  onTakenOver?(signalIds: readonly string[]): void | Promise<void>;
}
