import { create } from 'zustand';
import { onSessionEnd } from '#shared/lib/session-end.ts';
import { type HistoryFilter, NO_FILTER } from './filter.ts';

type FilterState = {
  readonly filter: HistoryFilter;
  readonly change: (part: Partial<HistoryFilter>) => void;
  readonly clear: () => void;
};

/**
 * Store of the history filter. It survives a change of tab or screen. A page reload or the end of the session clears
 * it.
 */
export const useHistoryFilter = create<FilterState>()((set) => ({
  filter: NO_FILTER,
  change: (part) => set(({ filter }) => ({ filter: { ...filter, ...part } })),
  clear: () => set({ filter: NO_FILTER }),
}));
onSessionEnd(() => useHistoryFilter.getState().clear());
