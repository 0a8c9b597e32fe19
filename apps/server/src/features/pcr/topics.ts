import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { topic, topicForAll, topicForUser } from '#platform/bus/bus.ts';

/**
 * A sequence was found, or the state of its zone changed; `userId` as in {@link SIGNAL_CHANGED}. The view is built on
 * demand: one candle close can produce thousands of sequences, of which few have a viewer.
 */
export const SEQUENCE_FOUND = topic<{ readonly userId: string | null; sequence(): PcrSequenceView }>(
  'pcr.sequence-found',
);

/** The event {@link SEQUENCE_FOUND} as the process `from` publishes it for processes with viewers. */
export const SEQUENCE_FORWARDED = topicForUser<{
  readonly from: string;
  readonly userId: string | null;
  readonly sequence: PcrSequenceView;
}>('pcr.sequence-told');

/**
 * Users that this process shows sequences to. Published when a viewer arrives, and for all viewers at least twice a
 * minute; otherwise other processes stop forwarding sequences.
 */
export const USERS_WATCHING = topic<{ readonly userIds: readonly string[] }>('pcr.people-watching');

/** The event {@link USERS_WATCHING} as the process `from` publishes it to all others. */
export const SEQUENCES_WATCHED = topicForAll<{ readonly from: string; readonly userIds: readonly string[] }>(
  'pcr.sequences-watched',
);

/** A signal was sealed or decided; `userId` is null for the built-in setups, which every user sees. */
export const SIGNAL_CHANGED = topicForUser<{ readonly userId: string | null; readonly signal: PcrSignalView }>(
  'pcr.signal-changed',
);
