import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';

/** Adds a signal to the list or updates it. The list has the newest signals first, at most a hundred. */
export const mergeSignal = (list: readonly PcrSignalView[], signal: PcrSignalView): PcrSignalView[] =>
  [...list.filter((each) => each.id !== signal.id), signal]
    .sort((a, b) => Date.parse(b.entry_time) - Date.parse(a.entry_time))
    .slice(0, LIMITS.pcrSignalsKept);

/** Adds a sequence to the list or updates its zone. The list has the newest sequences first. */
export const mergeSequence = (list: readonly PcrSequenceView[], sequence: PcrSequenceView): PcrSequenceView[] =>
  [...list.filter((each) => each.id !== sequence.id), sequence].sort(
    (a, b) => b.breaking_candle.time - a.breaking_candle.time,
  );
