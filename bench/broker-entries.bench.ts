/**
 * Measures how precisely automatic orders reach each broker on the real clock: the time at which the simulated broker
 * accepts the order against the whole second for which the order was planned (docs/spec/trading.md §10). Each user
 * trades at one broker, on its prices, with one strategy that signals when the colour of the minute changes. The bench
 * leaves out Quotex, because Quotex forbids bots.
 *
 * `BROKER_ENTRIES_PEOPLE` (users of each broker) and `BROKER_ENTRIES_MINUTES` change the load.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import type { Clock } from '@vigia/core/kernel';
import { startTestApp } from '@vigia/server/testing';
import { newPerson, proofHeaders } from '@vigia/server/testing-person';
import { WebSocket } from 'ws';
import { colourStrategy, delayText } from './colour-strategy.ts';
import { realClock } from './real-clock.ts';

const PEOPLE = Number(process.env['BROKER_ENTRIES_PEOPLE'] ?? 4);
const MINUTES = Number(process.env['BROKER_ENTRIES_MINUTES'] ?? 10);
const PRECISION_MS = 200;
const SEED = 20_261_121;

type Plan = {
  readonly start: (clock: Clock, seed: number) => Promise<BrokerSimulator>;
  /** Body of the request that connects a user. */
  readonly credentials: (person: number) => object;
};

const PLANS: Readonly<Record<string, Plan>> = {
  iqoption: {
    start: startIqOption,
    credentials: (person) => ({ email: `persona${person}@example.com`, password: SIMULATED_PASSWORD }),
  },
  olymptrade: {
    start: startOlympTrade,
    credentials: (person) => ({ session_token: accessToken(46_300_000 + person, Date.now()) }),
  },
  deriv: { start: startDeriv, credentials: (person) => ({ api_token: `pat_person${person}`, app_id: 'vigia' }) },
};

const simulators = new Map<string, BrokerSimulator>();
for (const [name, { start }] of Object.entries(PLANS)) simulators.set(name, await start(realClock, SEED));
const origins = Object.fromEntries([...simulators].map(([name, simulator]) => [name, simulator.origins]));
const app = await startTestApp({ environment: { BROKER_ORIGINS: JSON.stringify(origins) } });

/** Sends a request as this user. A new source has no prices for a moment, so a 409 is retried for two minutes. */
async function ask(
  access: string,
  method: string,
  path: string,
  body?: object,
  retries = 240,
): Promise<{ readonly data: unknown }> {
  const answer = await fetch(`${app.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...proofHeaders(app, access) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status === 409 && retries > 0) {
    await sleep(500);
    return ask(access, method, path, body, retries - 1);
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Watches an asset like an open chart. The prices of a broker come only while a user watches them. */
function watch(access: string, symbol: string): void {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/v1/stream`, { origin: app.url });
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'auth', access_token: access }));
    socket.send(JSON.stringify({ type: 'watch', symbols: [symbol], candles: [{ symbol, timeframe: '1m' }] }));
  });
}

/** Connects one user, chooses the broker's prices and account, and starts the strategy. */
async function trader(broker: string, credentials: object): Promise<void> {
  const { access } = await newPerson(app);
  await ask(access, 'POST', `/api/v1/multi-broker/connect/${broker}`, credentials);
  await ask(access, 'PUT', '/api/v1/trading/market-source', { source: broker });
  watch(access, 'EURUSD');
  const made = await ask(access, 'POST', '/api/v1/strategies', colourStrategy('EURUSD'));
  const { id } = made.data as { id: string };
  await ask(access, 'PUT', `/api/v1/strategies/${id}/account`, { broker });
}

for (const [name, { credentials }] of Object.entries(PLANS))
  for (let person = 0; person < PEOPLE; person += 1) await trader(name, credentials(person));

await sleep(MINUTES * 60_000);

console.log(`${PEOPLE} users of each broker, ${MINUTES} minutes, node ${process.version}`);
for (const [name, { book }] of simulators) {
  const distances = book
    .contracts()
    .map(({ openedAtMs }) => openedAtMs - Math.round(openedAtMs / 1_000) * 1_000)
    .toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const precise = distances.filter((distanceMs) => Math.abs(distanceMs) <= PRECISION_MS).length;
  const decided = await app.db.sql<{ what: string; count: number }[]>`
    SELECT coalesce(d.code, d.decision) AS what, count(*)::int AS count FROM automation_decisions d
    JOIN strategies s ON s.id = d.automation_id WHERE s.price_source = ${name} GROUP BY 1 ORDER BY 1`;
  const share = ((100 * precise) / distances.length).toFixed(1);
  console.log(name.padEnd(12), `${distances.length} entries, from the second: ${delayText(distances.map(Math.abs))}`);
  const decisions = decided.map(({ what, count }) => `${what} ${count}`).join(', ');
  console.log(''.padEnd(12), `within ${PRECISION_MS} ms: ${share} %; decisions: ${decisions}`);
}
await app.stop();
for (const simulator of simulators.values()) await simulator.stop();
