import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import bootScript from '../../../public/theme.js?raw';

/** The fake colour scheme of the operating system. Tests change it while the page is open. */
let machine: EventTarget & { matches: boolean };

beforeEach(() => {
  machine = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => machine);
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the page again. */
async function open() {
  vi.resetModules();
  document.documentElement.className = '';
  // oxlint-disable-next-line no-eval -- the browser runs this very text before the app
  (0, eval)(bootScript);
  const { useTheme } = await import('./theme.ts');
  return useTheme;
}

const isDark = () => document.documentElement.classList.contains('dark');

function machineTurns(dark: boolean): void {
  machine.matches = dark;
  machine.dispatchEvent(new Event('change'));
}

it('the theme is dark until the user chooses a theme', async () => {
  machine.matches = false;
  const useTheme = await open();
  expect(isDark()).toBe(true);
  expect(useTheme.getState()).toMatchObject({ choice: 'dark', theme: 'dark' });
});

it('the theme follows the colour scheme of the system, also when the scheme changes', async () => {
  const useTheme = await open();
  machine.matches = false;
  useTheme.getState().setTheme('system');
  expect(isDark()).toBe(false);
  machineTurns(true);
  expect(isDark()).toBe(true);
  expect(useTheme.getState()).toMatchObject({ choice: 'system', theme: 'dark' });
});

it('the theme follows the system after a reload, from the first paint on', async () => {
  (await open()).getState().setTheme('system');
  machine.matches = false;
  const useTheme = await open();
  expect(isDark()).toBe(false);
  expect(useTheme.getState()).toMatchObject({ choice: 'system', theme: 'light' });
  machineTurns(true);
  expect(useTheme.getState().theme).toBe('dark');
});

it('the theme ignores the system setting once the user has chosen a theme', async () => {
  const useTheme = await open();
  useTheme.getState().setTheme('system');
  useTheme.getState().setTheme('light');
  machineTurns(true);
  expect(isDark()).toBe(false);
  expect(localStorage.getItem('app_theme')).toBe('light');
});

it('theme.js runs before the schemas and disables their code generation, which the page’s security policy forbids', async () => {
  await open();
  const { config } = await import('zod');
  expect(config()).toMatchObject({ jitless: true });
});
