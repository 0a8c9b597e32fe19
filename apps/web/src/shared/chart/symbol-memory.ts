import { create } from 'zustand';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';

const FAVOURITES_KEY = 'chart_favourites';
const RECENT_KEY = 'chart_recent';
const RECENT_KEPT = 5;
const SYMBOL = /^[A-Z0-9._-]{1,32}$/i;

type SymbolMemory = {
  readonly favourites: readonly string[];
  /** The symbols that the user opened last on this device, newest first. */
  readonly recent: readonly string[];
  readonly toggleFavourite: (symbol: string) => void;
  readonly noteOpened: (symbol: string) => void;
};

const stored = (key: string): string[] => (readLocal(key) ?? '').split(',').filter((symbol) => SYMBOL.test(symbol));

/** The favourite and recent symbols of this device. */
export const useSymbolMemory = create<SymbolMemory>()((set, get) => ({
  favourites: stored(FAVOURITES_KEY),
  recent: stored(RECENT_KEY),
  toggleFavourite: (symbol) => {
    const { favourites: before } = get();
    const favourites = before.includes(symbol) ? before.filter((each) => each !== symbol) : [...before, symbol];
    writeLocal(FAVOURITES_KEY, favourites.join());
    set({ favourites });
  },
  noteOpened: (symbol) => {
    const recent = [symbol, ...get().recent.filter((each) => each !== symbol)].slice(0, RECENT_KEPT);
    writeLocal(RECENT_KEY, recent.join());
    set({ recent });
  },
}));
