import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

export type Theme = 'dark' | 'light';
/** `cb` draws CALL and PUT in blue and orange. */
export type ColorPair = 'normal' | 'cb';

/** Also read by public/theme.js before the first paint. */
const THEME_KEY = 'app_theme';
const COLORS_KEY = 'app_colors';

type ThemeState = {
  readonly theme: Theme;
  readonly colors: ColorPair;
  readonly setTheme: (theme: Theme) => void;
  readonly setColors: (colors: ColorPair) => void;
};

export const useTheme = create<ThemeState>()((set) => ({
  theme: readLocal(THEME_KEY) === 'light' ? 'light' : 'dark',
  colors: readLocal(COLORS_KEY) === 'cb' ? 'cb' : 'normal',
  setTheme: (theme) => {
    document.documentElement.classList.toggle('dark', theme === 'dark');
    writeLocal(THEME_KEY, theme);
    set({ theme });
  },
  setColors: (colors) => {
    document.documentElement.classList.toggle('cb', colors === 'cb');
    writeLocal(COLORS_KEY, colors);
    set({ colors });
  },
}));
