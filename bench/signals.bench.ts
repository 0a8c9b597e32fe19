/**
 * Measures the door of signals from outside: 200 messages a second during a minute, to 600 addresses, from another
 * process. A time runs from the scheduled moment of a message to its response. Afterwards every message must have one
 * result: one signal per candle and address, and a kept refusal for each other message that is not older than the 200
 * that are kept.
 *
 * `SIGNALS_BENCH_RATE` and `SIGNALS_BENCH_SECONDS` change the load.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StrategyBody } from '@vigia/contract';
import { embeddedAuth, startTestApp } from '@vigia/server/testing';

const RATE_PER_S = Number(process.env['SIGNALS_BENCH_RATE'] ?? 200);
const SECONDS = Number(process.env['SIGNALS_BENCH_SECONDS'] ?? 60);
const PEOPLE = 30;
const SOURCES = 20;

type Answer = { readonly ms: number; readonly status: number };
const agent = new Agent({ keepAlive: true });

function post(url: string, id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(JSON.stringify({ direction: 'buy', symbol: 'FX:EURUSD', id }));
  });
}

/** Sends the messages on schedule, to the addresses in turn, also while earlier ones have no response. */
async function send(urls: readonly string[]): Promise<void> {
  const start = performance.now() + 1_000;
  const answers: Promise<Answer>[] = [];
  for (let count = 0; count < RATE_PER_S * SECONDS; count += 1) {
    const atMs = start + (count * 1_000) / RATE_PER_S;
    const waitMs = atMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const url = urls[count % urls.length] ?? '';
    answers.push(post(url, `A${count}`).then((status) => ({ ms: performance.now() - atMs, status })));
  }
  process.send?.(await Promise.all(answers));
}

async function measure(): Promise<void> {
  const app = await startTestApp();
  const { sql } = app.db;
  const { strategies } = app.features;
  const urls: string[] = [];
  const body = StrategyBody.parse({
    name: 'Fuera',
    type: 'external',
    asset: 'EURUSD',
    timeframe: '1m',
    status: 'active',
  });
  for (let person = 0; person < PEOPLE; person += 1) {
    const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    const [row] = await sql<{ id: string }[]>`SELECT id FROM users ORDER BY created_at DESC LIMIT 1`;
    const userId = row?.id ?? '';
    for (let source = 0; source < SOURCES; source += 1) {
      const made = await strategies.create({ userId, scopes: null }, body);
      if (!made.ok) throw new Error(made.error.code);
      const principal = { userId, sessionId: randomUUID(), isAnonymous: false, aal: 'aal1', scopes: null } as const;
      const caller = { principal, ip: '127.0.0.1', userAgent: null };
      const address = await strategies.external.newAddress(caller, made.value.id, { signed: false });
      if (!address.ok) throw new Error(address.error.code);
      urls.push(app.url + address.value.path);
    }
  }
  const client = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, SIGNALS_BENCH_CLIENT: '1' } });
  client.send(urls);
  const answers = await new Promise<readonly Answer[]>((resolve) =>
    client.once('message', (sent) => resolve(sent as readonly Answer[])),
  );
  client.kill();
  await sleep(5_000);
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (part: number): string => `${(times[Math.floor(part * (times.length - 1))] ?? NaN).toFixed(1)} ms`;
  const accepted = answers.filter(({ status }) => status === 202).length;
  const others = answers.filter(({ status }) => status !== 202 && status !== 422).length;
  const states = await sql<{ state: string; reason: string | null; count: number }[]>`
    SELECT state, reason, count(*)::int AS count FROM external_messages GROUP BY 1, 2 ORDER BY 3 DESC`;
  const [signals] = await sql<[{ count: number; twice: number; sealed_ms: number | null }]>`
    SELECT count(*)::int AS count, (count(*) - count(DISTINCT body #>> '{message,id}'))::int AS twice,
           percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM published_at) * 1000 - entry_time_ms)::float8
             AS sealed_ms
    FROM strategy_signals`;
  const show = (name: string, text: string): void => console.log(name.padEnd(46), text);
  show('messages', `${answers.length} at ${RATE_PER_S} per s, ${urls.length} addresses, node ${process.version}`);
  show('answer', `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
  show('answers 202 / neither 202 nor 422', `${accepted} / ${others}`);
  show('signals / of one message twice', `${signals.count} / ${signals.twice}`);
  show('receipt to sealed signal', `p99 ${Math.round(signals.sealed_ms ?? NaN)} ms`);
  for (const { state, reason, count } of states) show(`  ${state} ${reason ?? ''}`, String(count));
  await app.stop();
}

if (process.env['SIGNALS_BENCH_CLIENT'] === undefined) await measure();
else process.once('message', (urls) => void send(urls as readonly string[]));
