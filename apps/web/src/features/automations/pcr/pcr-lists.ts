import type { PcrSequenceView } from '@vigia/contract';

/** Adds a sequence to the list, or updates the price zone of a listed sequence. The newest sequences are first. */
export const mergeSequence = (list: readonly PcrSequenceView[], sequence: PcrSequenceView): PcrSequenceView[] =>
  [...list.filter((each) => each.id !== sequence.id), sequence].sort(
    (a, b) => b.breaking_candle.time - a.breaking_candle.time,
  );
