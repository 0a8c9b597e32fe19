import type { Direction, SignalOutcome } from '@vigia/core/vocabulary';
import type { Json } from './seal.ts';

/** A signal just found live, on its way into the journal. Times are epoch milliseconds, but the candle's: epoch seconds. */
export type SignalEntry = {
  /** The setup or strategy, and the version of its rules that found the signal. */
  readonly ownerId: string;
  readonly version: number;
  /** null for the setups of the house. */
  readonly userId: string | null;
  readonly symbol: string;
  readonly direction: Direction;
  /** Open time of its candle: an owner has at most one signal a candle. */
  readonly candleTime: number;
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** What is sealed; it names `rule_version` and `setup_version` (`strategy_version`) and what the decision rested on. */
  readonly body: Json;
};

/** A signal as it stands in the database. */
export type StoredEntry = SignalEntry & {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
  readonly publishedAtMs: number;
};

/** How a signal ended; owner and entry time tell which one. */
export type OutcomeEntry = {
  readonly ownerId: string;
  /** null for the setups of the house. */
  readonly userId: string | null;
  readonly entryTimeMs: number;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  /** null only where no price was ever seen. */
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

/** Who hears of what has been written, after it is committed; each call is one batch, in order. While the database is
 * away it is called again until it comes through. */
export interface JournalListener {
  onStored?(stored: readonly StoredEntry[]): void | Promise<void>;
  onDecided?(decided: readonly DecidedEntry[]): void | Promise<void>;
  /** Signals that were stored or decided a moment ago by somebody else, who may not have told of it. */
  onTakenOver?(signalIds: readonly string[]): void | Promise<void>;
}
