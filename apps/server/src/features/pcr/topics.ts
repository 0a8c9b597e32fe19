import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { topic, topicForAll, topicOfPerson } from '#platform/bus/bus.ts';

/**
 * A sequence was found, or the zone it left changed its state; `userId` as in {@link SIGNAL_CHANGED}. The view is made when
 * it is asked for: there are thousands at a candle close, and hardly anybody looks.
 */
export const SEQUENCE_FOUND = topic<{ readonly userId: string | null; sequence(): PcrSequenceView }>(
  'pcr.sequence-found',
);

/** {@link SEQUENCE_FOUND} by the process `from`, for whoever shows it elsewhere. */
export const SEQUENCE_TOLD = topicOfPerson<{
  readonly from: string;
  readonly userId: string | null;
  readonly sequence: PcrSequenceView;
}>('pcr.sequence-told');

/**
 * These people are shown sequences by this process: published when somebody comes, and of all of them at least twice a minute,
 * or those that are found in another process stop coming.
 */
export const PEOPLE_WATCHING = topic<{ readonly userIds: readonly string[] }>('pcr.people-watching');

/** {@link PEOPLE_WATCHING} as the process `from` tells it to all others. */
export const SEQUENCES_WATCHED = topicForAll<{ readonly from: string; readonly userIds: readonly string[] }>(
  'pcr.sequences-watched',
);

/** A signal was sealed or decided; `userId` is null for the setups of the house, which everybody sees. */
export const SIGNAL_CHANGED = topicOfPerson<{ readonly userId: string | null; readonly signal: PcrSignalView }>(
  'pcr.signal-changed',
);
