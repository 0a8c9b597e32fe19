import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startTestApp, type TestApp, type TestAppOptions } from '@vigia/server/testing';
import { findBrowser } from '../e2e/browser.ts';

/** Browser flags for containers. There the browser runs as root, which has no sandbox, and /dev/shm is small. */
export const BROWSER_FLAGS = ['--no-sandbox', '--disable-dev-shm-usage'] as const;

/**
 * A script that defines the function `__name`. The TypeScript loader adds calls of it to the scripts that run in a
 * page.
 */
export const NAME_HELPER_SCRIPT = 'globalThis.__name = (named) => named;';

export type BuiltApp = {
  readonly server: TestApp;
  readonly browser: Browser;
  /** The path of the browser, for tools that start a browser themselves. */
  readonly browserPath: string;
};

/**
 * Starts the production build of the whole app with its server and embedded database, and a browser. Stops them when
 * `measure` has ended. The server uses a copy of the build, so that a later build does not change the measured code.
 * @throws Error if the build fails, or the machine has no browser
 */
export async function withBuiltApp(options: TestAppOptions, measure: (app: BuiltApp) => Promise<void>): Promise<void> {
  const browserPath = findBrowser();
  if (browserPath === null) throw new Error('no browser on this machine');
  const build = spawnSync(process.execPath, ['scripts/build.mjs', 'web'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('the web app cannot be built');
  const webRoot = mkdtempSync(join(tmpdir(), 'vigia-bench-web-'));
  cpSync('apps/web/dist', webRoot, { recursive: true });
  const server = await startTestApp({ ...options, webRoot });
  const browser = await chromium.launch({ executablePath: browserPath, args: [...BROWSER_FLAGS] });
  try {
    await measure({ server, browser, browserPath });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(webRoot, { recursive: true, force: true });
  }
}

/** Returns the median; for an even number of values, the upper of the two middle values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Prints one line of measured values. */
export const printMeasurement = (what: string, ...figures: readonly string[]): void =>
  console.log(what.padEnd(44), ...figures);
