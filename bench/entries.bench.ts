/**
 * Measures how late automatic orders on the paper account are accepted, on the real clock and the simulated market.
 * Each user has one strategy with auto-trading that signals when the colour of the minute changes. A delay runs from
 * the entry of the signal, which is the end of its candle, to the acceptance of the order. The wait for the first tick
 * of the market, which fills the order, is measured separately.
 *
 * `ENTRIES_BENCH_PEOPLE` and `ENTRIES_BENCH_MINUTES` change the load: 100 users during 6 minutes, about 300 entries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAuth, startTestApp } from '@vigia/server/testing';
import { colourStrategy, delayText } from './colour-strategy.ts';

const PEOPLE = Number(process.env['ENTRIES_BENCH_PEOPLE'] ?? 100);
const MINUTES = Number(process.env['ENTRIES_BENCH_MINUTES'] ?? 6);
/** Largest planned delay of an entry after its second (docs/spec/trading.md §10). */
const PRECISION_MS = 200;

const app = await startTestApp();
const { sql } = app.db;
const symbols = app.features.markets.own.assets().map(({ symbol }) => symbol);
const show = (name: string, text: string): void => console.log(name.padEnd(46), text);

for (let person = 0; person < PEOPLE; person += 1) {
  const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  const answer = await fetch(`${app.url}/api/v1/strategies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${signedIn.value.access_token}` },
    body: JSON.stringify(colourStrategy(symbols[person % symbols.length])),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

await sleep(MINUTES * 60_000);

const delays = await sql<{ delay_ms: number; after_second_ms: number }[]>`
  SELECT delay_ms::float8, (delay_ms - round(delay_ms / 1000) * 1000)::float8 AS after_second_ms
  FROM automation_decisions d JOIN trades t ON t.id = d.trade_id JOIN strategy_signals s ON s.id = d.signal_id,
       LATERAL (SELECT extract(epoch FROM t.entry_time) * 1000 - s.entry_time_ms AS delay_ms) late
  ORDER BY delay_ms`;
const waits = await sql<{ wait_ms: number }[]>`
  SELECT entry_tick_ms - extract(epoch FROM entry_time)::float8 * 1000 AS wait_ms
  FROM trades WHERE broker = 'mock' AND entry_tick_ms IS NOT NULL
  ORDER BY wait_ms`;
const others = await sql<{ code: string; count: number }[]>`
  SELECT code, count(*)::int AS count FROM automation_decisions WHERE decision <> 'traded' GROUP BY code`;
const [signals] = await sql<[{ count: number; published_ms: number | null }]>`
  SELECT count(*)::int AS count,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM published_at) * 1000 - entry_time_ms)::float8
           AS published_ms
  FROM strategy_signals`;
const precise = delays.filter(({ after_second_ms: ms }) => Math.abs(ms) <= PRECISION_MS).length;
const onEntry = delays.filter(({ delay_ms: ms }) => ms <= PRECISION_MS).length;
const percent = (count: number): string => `${((100 * count) / delays.length).toFixed(1)} %`;

console.log(`${PEOPLE} users, ${MINUTES} minutes, node ${process.version}`);
show('signals', `${signals.count}, sealed after the close: p95 ${Math.round(signals.published_ms ?? NaN)} ms`);
show('entries', String(delays.length));
show('delay after the close', delayText(delays.map(({ delay_ms: ms }) => ms)));
show(`within ${PRECISION_MS} ms of a whole second`, percent(precise));
show(`within ${PRECISION_MS} ms of the close`, percent(onEntry));
show('wait from the acceptance to the first tick', delayText(waits.map(({ wait_ms: ms }) => ms)));
for (const { code, count } of others) show(`not traded: ${code}`, String(count));
await app.stop();
