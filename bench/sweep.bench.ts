/**
 * Measures a sweep of 500 variants over 100,000 candles through the running server: the time from the request to the
 * report, and the event loop delay of the server. Feed, engine and web server also work during the sweep.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAuth, startTestApp } from '@vigia/server/testing';
import { SeededRng } from '@vigia/testkit';

const CANDLES = 100_000;
const VARIANTS = 500;
const RUNS = 3;
const SYMBOL = 'EURUSD';
/** Time of the first candle in epoch seconds. It lies before the history that the server stores when it starts. */
const FIRST_TIME = Date.UTC(2026, 0, 1) / 1_000;

const RSI = {
  name: 'RSI, velas de 1 min',
  subject: {
    kind: 'strategy',
    timeframe: '1m',
    rules: { type: 'rsi', parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 } },
  },
  ranges: [
    { path: 'rsi_period', from: 5, to: 24, step: 1 },
    { path: 'oversold', from: 20, to: 44, step: 1 },
  ],
};
const PCR = {
  name: 'PCR, velas de 5 min',
  subject: { kind: 'pcr', setup: { patterns: { requiredCriteria: 4 }, entryPoints: ['zona_ancha', 'zona_fina'] } },
  ranges: [
    { path: 'patterns.minRangeAtr', from: 1, to: 3.4, step: 0.1 },
    { path: 'patterns.minEfficiency', from: 0.3, to: 0.68, step: 0.02 },
  ],
};

const RSI_ONCE = { subject: RSI.subject, ranges: [{ path: 'rsi_period', from: 14, to: 14, step: 1 }], folds: 2 };

const app = await startTestApp();
await store();
const token = await signIn();
const data = {
  source: 'history',
  asset: SYMBOL,
  from: new Date(FIRST_TIME * 1_000).toISOString(),
  to: new Date((FIRST_TIME + 60 * CANDLES) * 1_000).toISOString(),
};
// The first task also starts the worker thread. A production server starts the thread before it accepts requests, so
// this task is not measured.
await ended(await ask({ ...RSI_ONCE, data }));
const quiet = await delayWhile(() => sleep(3_000));
console.log(`en reposo: retraso del bucle p99 ${quiet.p99.toFixed(1)} ms, máximo ${quiet.max.toFixed(1)} ms`);
let isGood = true;
for (const { name, subject, ranges } of [RSI, PCR]) {
  for (let run = 1; run <= RUNS; run += 1) {
    const startedMs = performance.now();
    let report = { variants: 0, compute_ms: 0 };
    const delay = await delayWhile(async () => {
      report = await ended(await ask({ subject, data, ranges, folds: 4 }));
    });
    const tookMs = performance.now() - startedMs;
    const rate = (report.variants * CANDLES) / report.compute_ms / 1_000;
    isGood &&= report.variants === VARIANTS && tookMs < 6_000 && delay.p99 < 20;
    console.log(
      `${name}, vuelta ${run}: ${report.variants} variantes × ${CANDLES} velas en ${(tookMs / 1_000).toFixed(2)} s ` +
        `(${rate.toFixed(1)} millones de velas/s); retraso del bucle p50 ${delay.p50.toFixed(1)},
        p99 ${delay.p99.toFixed(1)}, ` +
        `máximo ${delay.max.toFixed(1)} ms`,
    );
  }
}
await app.stop();
console.log(isGood ? 'Dentro de lo prometido: < 6 s y p99 < 20 ms.' : 'FUERA de lo prometido: < 6 s y p99 < 20 ms.');
process.exit(0);

async function delayWhile(work: () => Promise<void>) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  // The histogram includes the millisecond of its own timer, so this function subtracts it.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);
  return { p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) };
}

async function store(): Promise<void> {
  const rng = new SeededRng(1);
  const rows: number[][] = [[], [], [], [], []];
  let close = 1.1;
  for (let minute = 0; minute < CANDLES; minute += 1) {
    const open = close;
    close = Math.round((open + (rng.next() - 0.5) * 0.0006) * 1e5) / 1e5;
    const high = Math.max(open, close) + Math.round(rng.next() * 10) / 1e5;
    const low = Math.min(open, close) - Math.round(rng.next() * 10) / 1e5;
    for (const [column, value] of [FIRST_TIME + 60 * minute, open, high, low, close].entries())
      rows[column]?.push(value);
  }
  const [time = [], open = [], high = [], low = [], closes = []] = rows;
  await app.db.sql`
    INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
    SELECT 'simulated', ${SYMBOL}, c.* FROM unnest(
      ${time}::bigint[], ${open}::float8[], ${high}::float8[], ${low}::float8[], ${closes}::float8[]) AS c`;
}

async function signIn(): Promise<string> {
  const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  return signedIn.value.access_token;
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

async function ask(body: object): Promise<string> {
  const answer = await fetch(`${app.url}/api/v1/backtests/sweeps`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
  const { data: job }: { data: { id: string } } = JSON.parse(await answer.text());
  return job.id;
}

async function ended(id: string): Promise<{ variants: number; compute_ms: number }> {
  for (;;) {
    const answer = await fetch(`${app.url}/api/v1/backtests/${id}`, { headers: headers() });
    const { data: job }: { data: { status: string; sweep: { variants: number; compute_ms: number } | null } } =
      JSON.parse(await answer.text());
    if (job.sweep !== null) return job.sweep;
    if (job.status === 'failed') throw new Error('the sweep failed');
    await sleep(200);
  }
}
