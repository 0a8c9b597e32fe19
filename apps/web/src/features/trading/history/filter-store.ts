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
 * Store of the history filter. It is kept while other tabs and screens are open, and cleared with the page or the
 * session.
 */
export const useHistoryFilter = create<FilterState>()((set) => ({
  filter: NO_FILTER,
  change: (part) => set(({ filter }) => ({ filter: { ...filter, ...part } })),
  clear: () => set({ filter: NO_FILTER }),
}));

/** Interval of the clock reading; short enough that «hoy» (today) becomes the new day soon after midnight. */
const READ_EVERY_MS = 30_000;

/** Returns the filter as API parameters, with the current day resolved. */
export function useTradeFilter() {
  const filter = useHistoryFilter((state) => state.filter);
  const zone = useDisplayZone((display) => display.zone);
  return toTradeFilter(filter, useServerNow(READ_EVERY_MS), zone);
}
