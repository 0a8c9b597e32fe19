import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startTestApp, type TestApp, type TestAppOptions } from '@vigia/server/testing';
import { findBrowser } from '../e2e/browser.ts';

/** Containers: root has no sandbox and /dev/shm is small. */
export const BROWSER_FLAGS = ['--no-sandbox', '--disable-dev-shm-usage'] as const;

/** For scripts that run in a page: the TypeScript loader adds calls of this function to them. */
export const NAMING = 'globalThis.__name = (named) => named;';

export type BuiltApp = {
  readonly server: TestApp;
  readonly browser: Browser;
  /** Where the browser is, for tools that start one of their own. */
  readonly browserPath: string;
};

/**
 * The whole app as it ships, served by its own server with its embedded database, and a browser to look at it; both end
 * when `measure` does. A copy of the build is served: what is built meanwhile changes nothing.
 * @throws Error where it cannot be built, or the machine has no browser
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

/** The middle value; of an even number the upper one of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** One line of figures. */
export const say = (what: string, ...figures: readonly string[]): void => console.log(what.padEnd(44), ...figures);
