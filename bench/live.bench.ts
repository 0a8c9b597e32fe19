/**
 * Runs the dashboard for a long time while every price changes. The server sends five ticks per second for each of 25
 * assets. A trade is open on each asset, so every row of the trade list changes. No task may block the main thread for
 * more than 100 ms, and the memory after a garbage collection must not grow. `npm run bench -- live --minutes 2` is a
 * shorter run.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { TestApp } from '@vigia/server/testing';
import { NAME_HELPER_SCRIPT, printMeasurement, withBuiltApp } from './built-app.ts';
import { SteadyFeed } from './steady-feed.ts';

const TICK_EVERY_MS = 200;
const SAMPLE_EVERY_MS = 30_000;
/** The warm-up time in milliseconds. During it, code is compiled, history is loaded and caches are filled. */
const WARM_UP_MS = 60_000;
/** Duration of the trades in minutes. It is longer than the run, so that no trade settles during the run. */
const EXPIRY_MIN = 120;
/** The limits: the longest task in milliseconds, and the growth of memory over ten minutes in megabytes. */
const GOAL = { taskMs: 100, growthMb: 1 } as const;

type Task = { readonly startMs: number; readonly durationMs: number; readonly scripts: readonly string[] };
type Noted = { readonly tasks: readonly Task[]; readonly ticks: number };
type Sample = { readonly minute: number; readonly usedMb: number };

/** Records the received prices and every long task with its scripts. Runs in the page before the app's scripts. */
function noteTasks(): void {
  const noted = { tasks: [] as Task[], ticks: 0 };
  Object.assign(window, { benchNoted: noted });
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        const event: { type?: string; ticks?: unknown[] } = JSON.parse(String(data));
        if (event.type === 'ticks') noted.ticks += event.ticks?.length ?? 0;
      });
    }
  };
  type Frame = PerformanceEntry & {
    readonly scripts: readonly { invoker: string; sourceURL: string; sourceFunctionName: string; duration: number }[];
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { scripts = [] } = entry as Partial<Frame>;
      const names = scripts.map(
        (each) => `${each.invoker} ${each.sourceFunctionName} ${each.sourceURL.split('/').at(-1)} ${each.duration} ms`,
      );
      noted.tasks.push({ startMs: entry.startTime, durationMs: entry.duration, scripts: [entry.entryType, ...names] });
    }
  });
  observer.observe({ type: 'longtask' });
  observer.observe({ type: 'long-animation-frame' });
}

/** Opens an anonymous demo account and places a trade on every asset. */
async function openTrades(page: Page, { url, db }: TestApp): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await page.waitForURL('**/dashboard');
  await page.getByText('En vivo').waitFor();
  await db.sql`UPDATE users SET max_concurrent_trades = 100`;
  const token = await page.evaluate(() => {
    const kept: { access_token: string } = JSON.parse(localStorage.getItem('vigia-auth') ?? '{}');
    return kept.access_token;
  });
  for (const [index, { symbol }] of SIMULATED_ASSETS.entries()) {
    const answer = await fetch(`${url}/api/v1/trading/create-option`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        asset_symbol: symbol,
        option_type: index % 2 === 0 ? 'CALL' : 'PUT',
        amount: 10,
        duration: EXPIRY_MIN,
      }),
    });
    if (!answer.ok) throw new Error(`${symbol}: ${answer.status} ${await answer.text()}`);
  }
  await page.reload();
  await page.getByText('En vivo').waitFor();
  await page.getByRole('table', { name: 'Activas' }).getByRole('row').nth(SIMULATED_ASSETS.length).waitFor();
}

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** The time within `dur` in which the task ran. On a busy machine `dur` also contains waiting time. */
  readonly tdur?: number;
};

const MARK = 'bench-main-thread';

/**
 * Returns the running time of each main-thread task during `run`, in milliseconds. The times come from the browser's
 * trace.
 */
async function ownTimes(page: Page, cdp: CDPSession, run: () => Promise<void>): Promise<readonly number[]> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) =>
    events.push(...(value as TraceEvent[]).filter(({ name }) => name === 'RunTask' || name === MARK));
  cdp.on('Tracing.dataCollected', take);
  const finished = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['blink.user_timing', 'disabled-by-default-devtools.timeline'];
  await cdp.send('Tracing.start', { traceConfig: { includedCategories, excludedCategories: ['*'] } });
  await page.evaluate((mark) => void performance.mark(mark), MARK);
  await run();
  await cdp.send('Tracing.end');
  await finished;
  cdp.off('Tracing.dataCollected', take);
  const main = events.find(({ name }) => name === MARK);
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
    .map(({ dur = 0, tdur = dur }) => tdur / 1_000);
}

const pageNow = (page: Page): Promise<number> => page.evaluate(() => performance.now());
const notedIn = (page: Page): Promise<Noted> =>
  page.evaluate(() => (window as unknown as { benchNoted: Noted }).benchNoted);

async function usedMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** Returns the slope of the least-squares line through the samples, per minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [minute, used] = [mean((each) => each.minute), mean((each) => each.usedMb)];
  const [over, under] = samples.reduce(
    ([a, b], each) => [a + (each.minute - minute) * (each.usedMb - used), b + (each.minute - minute) ** 2],
    [0, 0],
  );
  return over / under;
}

/**
 * Watches the page. Returns true if it stays within the limits.
 * @param minutes duration of the watch
 */
async function watch(page: Page, minutes: number): Promise<boolean> {
  const cdp = await page.context().newCDPSession(page);
  await sleep(WARM_UP_MS);
  const samples: Sample[] = [];
  /** Times at which the garbage collections of the bench itself blocked the main thread. */
  const ours: { readonly fromMs: number; readonly toMs: number }[] = [];
  const collect = async () => {
    const fromMs = await pageNow(page);
    const sample = { minute: fromMs / 60_000, usedMb: await usedMb(cdp) };
    ours.push({ fromMs, toMs: await pageNow(page) });
    samples.push(sample);
    printMeasurement(
      `  minute ${(sample.minute - (samples[0]?.minute ?? 0)).toFixed(1)}`,
      `${sample.usedMb.toFixed(2)} MB in use`,
    );
  };
  await collect();
  const [beginMs, before] = [await pageNow(page), await notedIn(page)];
  const own: number[] = [];
  for (let sampled = 0; sampled < (minutes * 60_000) / SAMPLE_EVERY_MS; sampled += 1) {
    for (const took of await ownTimes(page, cdp, () => sleep(SAMPLE_EVERY_MS))) own.push(took);
    await collect();
  }
  const [endMs, after] = [await pageNow(page), await notedIn(page)];
  const rate = (after.ticks - before.ticks) / ((endMs - beginMs) / 1_000);
  printMeasurement('prices taken in by the page', `${rate.toFixed(1)} a second of ${SIMULATED_ASSETS.length} assets`);
  const isOurs = ({ startMs, durationMs }: Task) =>
    ours.some(({ fromMs, toMs }) => startMs < toMs && startMs + durationMs > fromMs);
  const tasks = after.tasks.filter((task) => task.startMs > beginMs && !isOurs(task));
  const long = tasks.filter(({ scripts }) => scripts[0] === 'longtask');
  const longest = Math.max(0, ...long.map(({ durationMs }) => durationMs));
  const over = tasks.filter(({ durationMs }) => durationMs > GOAL.taskMs);
  printMeasurement('tasks over 50 ms', `${long.length}, longest ${longest.toFixed(0)} ms`);
  for (const { startMs, durationMs, scripts } of over.slice(0, 20)) {
    const second = ((startMs - beginMs) / 1_000).toFixed(1);
    printMeasurement(`  at ${second} s`, `${durationMs.toFixed(0)} ms ${scripts.join('; ')}`);
  }
  const busy = own.reduce((sum, each) => sum + each, 0) / (minutes * 60_000);
  printMeasurement('main thread busy', `${(busy * 100).toFixed(1)} % of the time, ${own.length} tasks`);
  const sorted = own.toSorted((a, b) => b - a);
  printMeasurement(
    '  its longest tasks, own time',
    sorted
      .slice(0, 8)
      .map((each) => `${each.toFixed(0)} ms`)
      .join(', '),
  );
  const perMinute = slope(samples);
  printMeasurement('slope of what is in use', `${(perMinute * 1_024).toFixed(1)} KB a minute`);
  const isSmooth = longest <= GOAL.taskMs;
  const isFlat = perMinute * 10 < GOAL.growthMb;
  const isOwnSmooth = Math.max(0, ...sorted.slice(0, 1)) <= GOAL.taskMs;
  printMeasurement(
    `goal: no task over ${GOAL.taskMs} ms`,
    `${isSmooth ? 'met' : 'missed'} by the clock, ${isOwnSmooth ? 'met' : 'missed'} by the thread's own time`,
  );
  printMeasurement(`goal: under ${GOAL.growthMb} MB in ten minutes`, isFlat ? 'met' : 'missed');
  return isSmooth && isFlat;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
await withBuiltApp({ feed: (clock) => new SteadyFeed(clock, TICK_EVERY_MS) }, async ({ server, browser }) => {
  printMeasurement('chromium', browser.version());
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, locale: 'es-MX' });
  await page.addInitScript(NAME_HELPER_SCRIPT);
  await page.addInitScript(noteTasks);
  await openTrades(page, server);
  await watch(page, Number(values.minutes));
});
