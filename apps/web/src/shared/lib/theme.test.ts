import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import bootScript from '../../../public/theme.js?raw';

/** The machine's own setting, which a person changes while the page is open. */
let machine: EventTarget & { matches: boolean };

beforeEach(() => {
  machine = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => machine);
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** The page as it is opened anew. */
async function open() {
  vi.resetModules();
  document.documentElement.className = '';
  // oxlint-disable-next-line no-eval -- what the browser runs before the app, as it stands
  (0, eval)(bootScript);
  const { useTheme } = await import('./theme.ts');
  return useTheme;
}

const isDark = () => document.documentElement.classList.contains('dark');

function machineTurns(dark: boolean): void {
  machine.matches = dark;
  machine.dispatchEvent(new Event('change'));
}

it('is dark until somebody chooses', async () => {
  machine.matches = false;
  const useTheme = await open();
  expect(isDark()).toBe(true);
  expect(useTheme.getState()).toMatchObject({ choice: 'dark', theme: 'dark' });
});

it('follows the machine where that was chosen, and as it changes', async () => {
  const useTheme = await open();
  machine.matches = false;
  useTheme.getState().setTheme('system');
  expect(isDark()).toBe(false);
  machineTurns(true);
  expect(isDark()).toBe(true);
  expect(useTheme.getState()).toMatchObject({ choice: 'system', theme: 'dark' });
});

it('keeps following after a reload, from the first paint on', async () => {
  (await open()).getState().setTheme('system');
  machine.matches = false;
  const useTheme = await open();
  expect(isDark()).toBe(false);
  expect(useTheme.getState()).toMatchObject({ choice: 'system', theme: 'light' });
  machineTurns(true);
  expect(useTheme.getState().theme).toBe('dark');
});

it('leaves the machine alone once a theme of its own is chosen', async () => {
  const useTheme = await open();
  useTheme.getState().setTheme('system');
  useTheme.getState().setTheme('light');
  machineTurns(true);
  expect(isDark()).toBe(false);
  expect(localStorage.getItem('app_theme')).toBe('light');
});

it('comes before the schemas, and keeps them from making code of text, which the page may not', async () => {
  await open();
  const { config } = await import('zod');
  expect(config()).toMatchObject({ jitless: true });
});
