import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { processTopic, topicForAll, topicForUser } from '#platform/bus/bus.ts';

/**
 * Reports a found sequence, or a change of the state of its price zone. `userId` has the meaning of {@link
 * SIGNAL_CHANGED}. The view is built on demand. One candle close can produce thousands of sequences, and few of them
 * have a viewer.
 */
export const SEQUENCE_FOUND = processTopic<{ readonly userId: string | null; sequence(): PcrSequenceView }>(
  'pcr.sequence-found',
);

/** The event {@link SEQUENCE_FOUND} in the form that the process `from` publishes for processes with viewers. */
export const SEQUENCE_FORWARDED = topicForUser<{
  readonly from: string;
  readonly userId: string | null;
  readonly sequence: PcrSequenceView;
}>('pcr.sequence-told');

/**
 * Reports the users whose sequences this process shows. A process publishes it when a viewer arrives, and for all
 * viewers at least twice a minute. Without it, other processes stop forwarding sequences.
 */
export const USERS_WATCHING = processTopic<{ readonly userIds: readonly string[] }>('pcr.people-watching');

/** The event {@link USERS_WATCHING} in the form that the process `from` publishes for all other processes. */
export const SEQUENCES_WATCHED = topicForAll<{ readonly from: string; readonly userIds: readonly string[] }>(
  'pcr.sequences-watched',
);

/** Reports that a signal was stored or decided; `userId` is null for the built-in setups, which every user sees. */
export const SIGNAL_CHANGED = topicForUser<{ readonly userId: string | null; readonly signal: PcrSignalView }>(
  'pcr.signal-changed',
);
