import { create } from 'zustand';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { type HistoryFilter, NO_FILTER, toTradeFilter } from './filter.ts';

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

/**
 * Interval in milliseconds at which the filter reads the clock, so that soon after midnight «hoy» (today) means the new
 * day.
 */
const READ_EVERY_MS = 30_000;

/** Returns the filter as API parameters, relative to the current day. */
export function useTradeFilter() {
  const filter = useHistoryFilter((state) => state.filter);
  const zone = useDisplayZone((display) => display.zone);
  return toTradeFilter(filter, useServerNow(READ_EVERY_MS), zone);
}
