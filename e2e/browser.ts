import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const FETCHED = fileURLToPath(new URL('../.cache/chromium/chromium', import.meta.url));

/**
 * Returns the absolute path of the Chromium for the tests. The search order is: CHROMIUM_PATH, the system's browser,
 * Playwright's own browser, the browser that `npm test` downloaded. Returns null if the machine has none of them.
 */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return existsSync(named) ? named : null;
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
    FETCHED,
  ];
  return known.find((path) => existsSync(path)) ?? null;
}
