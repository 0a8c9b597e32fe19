import type { LeafKind } from '@vigia/core/evidence-log';

/** Identifies a fact: its kind, id and step. */
export type FactKey = { readonly fact: LeafKind; readonly id: string; readonly step: number };

/** Where a head came from: the database, the file beside the key, or the person who asks for the check. */
export type HeadOrigin = 'database' | 'file' | 'given';

/** A difference that the log reveals. */
export type LogFault =
  /** A leaf is missing, or a leaf was renumbered. */
  | { readonly kind: 'leaf_gap'; readonly index: number }
  /** The time of a leaf is before that of the previous leaf. */
  | { readonly kind: 'leaf_time'; readonly index: number }
  /** A leaf of a person is missing: the numbers of their leaves have a gap. */
  | { readonly kind: 'person_gap'; readonly index: number }
  /** A statement of the log about itself was changed. */
  | { readonly kind: 'statement'; readonly index: number }
  /** The data and the nonce that open the commitment of a leaf are missing, although its user still exists. */
  | { readonly kind: 'opening_missing'; readonly index: number }
  /** A deleted person still has a leaf that opens. */
  | { readonly kind: 'forgotten_partly'; readonly index: number }
  | { readonly kind: 'node'; readonly level: number; readonly index: number }
  /** A head is malformed, or belongs to another log. */
  | { readonly kind: 'head_unreadable'; readonly place: HeadOrigin }
  | { readonly kind: 'head_signature'; readonly place: HeadOrigin; readonly size: number }
  /** The log has other leaves than this head signed. */
  | { readonly kind: 'head_root'; readonly place: HeadOrigin; readonly size: number }
  /** The log has fewer leaves than this head signed. */
  | { readonly kind: 'head_ahead'; readonly place: HeadOrigin; readonly size: number }
  /** The log names another signing key than the key of this installation. */
  | { readonly kind: 'key' }
  | ({ readonly kind: 'fact_changed'; readonly index: number } & FactKey)
  /** A leaf whose fact was deleted. */
  | ({ readonly kind: 'fact_missing'; readonly index: number } & FactKey)
  /** A fact that was stored before the log last caught up, and has no leaf. */
  | ({ readonly kind: 'leaf_missing' } & FactKey)
  /** A fact that came into the log after the log had stated that it had everything of that time. */
  | ({ readonly kind: 'late'; readonly index: number } & FactKey)
  /** The row of a trade differs from its last event. */
  | { readonly kind: 'trade_row'; readonly id: string };

/** The result of a check of the log. */
export type LogCheck = {
  /** Number of leaves. */
  readonly leaves: number;
  /** Number of signed heads that were checked. */
  readonly heads: number;
  /** Number of facts that agree with their leaf. */
  readonly facts: number;
  /** Number of facts that have no leaf yet, because the log has not caught up since. */
  readonly waiting: number;
  /** Number of facts that are older than the log. Their leaf proves them only from then on. */
  readonly beforeLog: number;
  /** Number of leaves of deleted people. They stay, but nothing opens them. */
  readonly forgotten: number;
  /** Number of times that the database lost the end of the log, as the log itself states. */
  readonly restores: number;
  /** Number of times that the signing key changed. */
  readonly keyChanges: number;
  readonly faults: readonly LogFault[];
};
