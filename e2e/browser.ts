import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const FETCHED = fileURLToPath(new URL('../.cache/chromium/chromium', import.meta.url));

/**
 * Returns the absolute path of the Chromium for the tests: the one in CHROMIUM_PATH, else the system's, else
 * Playwright's own, else the one that `npm test` downloaded. Returns null on a machine without a browser.
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
