import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { topic, topicOfPerson } from '#platform/bus/bus.ts';

/**
 * A sequence was found, or the zone it left changed its state; `userId` as in {@link SIGNAL_CHANGED}. The view is made when
 * it is asked for: there are thousands at a candle close, and hardly anybody looks.
 */
export const SEQUENCE_FOUND = topic<{ readonly userId: string | null; sequence(): PcrSequenceView }>(
  'pcr.sequence-found',
);

/** A signal was sealed or decided; `userId` is null for the setups of the house, which everybody sees. */
export const SIGNAL_CHANGED = topicOfPerson<{ readonly userId: string | null; readonly signal: PcrSignalView }>(
  'pcr.signal-changed',
);
