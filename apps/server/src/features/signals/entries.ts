import { type Json } from '@vigia/core/kernel';
import type { Direction, SignalOutcome } from '@vigia/core/vocabulary';

/** A live signal for the journal. `candleTime` is in epoch seconds; all other times are in epoch milliseconds. */
export type JournalSignal = {
  /** Id of the setup or strategy that found the signal. */
  readonly ownerId: string;
  /** Name of the setup or strategy when it found the signal, for notifications. It is not stored with the signal. */
  readonly ownerName: string;
  readonly version: number;
  /** Id of the user; null for built-in setups. */
  readonly userId: string | null;
  readonly symbol: string;
  readonly direction: Direction;
  /** Open time of the signal's candle. A setup or strategy has at most one signal per candle. */
  readonly candleTime: number;
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** The body to hash, with `rule_version`, `setup_version` (or `strategy_version`) and the inputs of the decision. */
  readonly body: Json;
};

/** A signal as stored in the database. */
export type StoredEntry = JournalSignal & {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
  readonly publishedAtMs: number;
};

/** The outcome of a signal. The setup or strategy and the entry time identify the signal. */
export type OutcomeEntry = {
  readonly ownerId: string;
  /** Id of the user; null for built-in setups. */
  readonly userId: string | null;
  readonly entryTimeMs: number;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  /** Price that decided the signal; null only if no price was ever known. */
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

/**
 * Receives batches of signals in order, each after its commit. A batch that fails while the database is unavailable is
 * delivered again.
 */
export interface JournalListener {
  onStored?(stored: readonly StoredEntry[]): void | Promise<void>;
  onDecided?(decided: readonly DecidedEntry[]): void | Promise<void>;
  /**
   * Receives, after a take-over, the signals that the previous process stored or decided shortly before and may not
   * have published.
   */
  onTakenOver?(signalIds: readonly string[]): void | Promise<void>;
}
