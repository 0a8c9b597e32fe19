import { LIMITS } from '@vigia/core/vocabulary';

type Dated = { readonly id: string; readonly entry_time: string };

/** Adds a signal to the list or updates it. The list has the newest signals first, at most a hundred. */
export const mergeSignal = <Signal extends Dated>(list: readonly Signal[], signal: Signal): Signal[] =>
  [...list.filter((each) => each.id !== signal.id), signal]
    .sort((a, b) => Date.parse(b.entry_time) - Date.parse(a.entry_time))
    .slice(0, LIMITS.pcrSignalsKept);
