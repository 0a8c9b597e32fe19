/**
 * Times the five daily tasks in taps and seconds, at 390 and 1440 pixels. The product's server and its embedded
 * database run in their own process with an empty data folder, as after `npm start`. The seconds last from the first
 * tap until the screen shows the outcome: they contain all waits for server and browser, but no thought of a person.
 * A copy of the first trade is the loss of yesterday. `e2e/flows/daily-tasks.e2e.ts` asserts the taps.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { embeddedAddress, freePort, openDatabase, parseDatabaseUrl } from '@vigia/server/testing';
import { findBrowser } from '../e2e/browser.ts';
import { EAGER_STRATEGY } from '../e2e/support/candles.ts';
import * as tasks from '../e2e/support/daily-tasks.ts';
import { Hand } from '../e2e/support/hand.ts';
import { copyAsYesterdaysLosses } from '../e2e/support/past-trades.ts';
import { storedSession } from '../e2e/support/people.ts';
import { BROWSER_FLAGS, printMeasurement } from './built-app.ts';

const SIZES = [
  { name: '390 × 844, touch', viewport: { width: 390, height: 844 }, isPhone: true },
  { name: '1440 × 900', viewport: { width: 1440, height: 900 }, isPhone: false },
] as const;
/** Longest time in milliseconds until the product is built and the server accepts requests. */
const START_MS = 120_000;
/** Time in milliseconds after the start in which the server computes its price history. */
const QUIET_AFTER_MS = 30_000;
const TRADE_MS = 120_000;
const WAIT = { timeout: 30_000, intervals: [50] };

/** Builds and starts the product, and waits until it is ready and quiet. */
async function startServer(port: number, dataFolder: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), VIGIA_DATA_DIR: dataFolder };
  const server = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'ignore' });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: START_MS }).toBe(true);
  await sleep(QUIET_AFTER_MS);
  return server;
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/** Performs the five tasks one after another as a new user of a demo account. Prints taps and seconds of each. */
async function timeTasks(browser: Browser, url: string, dataFolder: string, size: (typeof SIZES)[number]) {
  const { viewport, isPhone } = size;
  const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone, locale: 'es-MX' });
  const page = await context.newPage();
  const visitor = (hand: Hand): tasks.Visitor => ({
    page,
    hand,
    isPhone,
    waitUntil: (holds) => expect(() => holds({ timeout: 1_000 })).toPass(WAIT),
  });
  const timed = async (name: string, task: (each: tasks.Visitor) => Promise<unknown>) => {
    const hand = new Hand();
    const startMs = performance.now();
    await task(visitor(hand));
    const seconds = (performance.now() - startMs) / 1_000;
    printMeasurement(`  ${name}`, `${hand.taps} taps, ${seconds.toFixed(1)} s`);
  };

  printMeasurement(size.name);
  await page.goto(url);
  await timed('first trade of one minute from the landing', tasks.firstTrade);
  const { access_token: token, user } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const running = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/v1/trading/active`, { headers });
    const { data }: { data: readonly unknown[] } = await answer.json();
    return data.length;
  };
  await expect.poll(running, { timeout: TRADE_MS }).toBe(0);
  await tasks.untilRepeatable(visitor(new Hand()));
  await timed('repeat of the last trade', tasks.repeatLast);
  const db = openDatabase(parseDatabaseUrl(await embeddedAddress(dataFolder)), { poolSize: 1 });
  await copyAsYesterdaysLosses(db.sql, user.id);
  await db.abort();
  await openDashboard(page, url);
  await timed('losses of yesterday', tasks.yesterdaysLosses);
  await openDashboard(page, url);
  await timed('setup made and judged by its report', tasks.setupMadeAndJudged);
  await fetch(`${url}/api/v1/strategies`, { method: 'POST', headers, body: JSON.stringify(EAGER_STRATEGY) });
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Detener todo' }).waitFor();
  await timed('stop of everything', async (each) =>
    printMeasurement(`  words on the button: ${await tasks.stopEverything(each)}`),
  );
  await context.close();
}

/** Opens the dashboard again, as the start of the next task. */
async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByText('En vivo').waitFor();
}

const executablePath = findBrowser();
if (executablePath === null) throw new Error('no browser on this machine');
const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-bench-tasks-'));
const port = await freePort();
const server = await startServer(port, dataFolder);
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  for (const size of SIZES) await timeTasks(browser, `http://127.0.0.1:${port}`, dataFolder, size);
} finally {
  await browser.close();
  await stopServer(server);
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
