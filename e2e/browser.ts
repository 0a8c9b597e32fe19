import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const FETCHED = fileURLToPath(new URL('../.cache/chromium/chromium', import.meta.url));

/**
 * The Chromium to test with: the one CHROMIUM_PATH names, the system's, Playwright's own, or the one that
 * `npm test` fetched where there was none. Absolute path, or null where the machine has no browser.
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
