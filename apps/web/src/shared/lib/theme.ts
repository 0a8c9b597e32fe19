import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

export type Theme = 'dark' | 'light';
/** The user's choice of the theme. `system` follows the colour scheme of the operating system, also when it changes. */
export type ThemeChoice = Theme | 'system';
/** The colours of CALL and PUT. `cb` uses blue and orange, for colour-blind users. */
export type ColorPair = 'normal' | 'cb';

/** Local storage key of the theme. public/theme.js also reads it before the first paint. */
const THEME_KEY = 'app_theme';
const COLORS_KEY = 'app_colors';

type ThemeState = {
  readonly choice: ThemeChoice;
  /** The theme that currently results from the choice. */
  readonly theme: Theme;
  readonly colors: ColorPair;
  readonly setTheme: (choice: ThemeChoice) => void;
  readonly setColors: (colors: ColorPair) => void;
};

const remembered = rememberedChoice();
let stopFollowing = () => {};

export const useTheme = create<ThemeState>()((set) => ({
  choice: remembered,
  theme: themeOf(remembered),
  colors: readLocal(COLORS_KEY) === 'cb' ? 'cb' : 'normal',
  setTheme: (choice) => {
    writeLocal(THEME_KEY, choice);
    // The document is updated before the store, because subscribers of the store read the design tokens of the
    // document.
    set({ choice, theme: paint(themeOf(choice)) });
    followMachine(choice);
  },
  setColors: (colors) => {
    document.documentElement.classList.toggle('cb', colors === 'cb');
    writeLocal(COLORS_KEY, colors);
    set({ colors });
  },
}));

// The system setting may have changed since the first paint.
paint(useTheme.getState().theme);
followMachine(remembered);

function rememberedChoice(): ThemeChoice {
  const kept = readLocal(THEME_KEY);
  return kept === 'light' || kept === 'system' ? kept : 'dark';
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return machineDarkness().matches ? 'dark' : 'light';
}

function machineDarkness(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function paint(theme: Theme): Theme {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  paintBrowserFrame();
  return theme;
}

/** Sets the colour of the phone's browser bars to the background colour of the page. */
function paintBrowserFrame(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

function followMachine(choice: ThemeChoice): void {
  stopFollowing();
  if (choice !== 'system') return;
  const darkness = machineDarkness();
  const follow = () => useTheme.setState({ theme: paint(themeOf('system')) });
  darkness.addEventListener('change', follow);
  stopFollowing = () => darkness.removeEventListener('change', follow);
}
