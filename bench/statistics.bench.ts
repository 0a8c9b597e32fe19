/**
 * Measures the HTTP response times of the statistics of a user with a long history: totals, performance, the current
 * use of the risk limits, and the first page of the history.
 */
import { embeddedAuth, startTestApp } from '@vigia/server/testing';

const TRADES = 50_000;
const TIMES = 60;
const PATHS = ['stats', 'performance', 'risk', 'history?limit=50'];

const app = await startTestApp();
const { sql } = app.db;
const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
if (!signedIn.ok) throw new Error(signedIn.error.code);
const headers = { authorization: `Bearer ${signedIn.value.access_token}` };

await sql`
  INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                      payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                      profit_minor, settled_at, created_at)
  SELECT gen_random_uuid(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000,
         8500, 1, 1.1, 0, at, at + interval '1 minute', CASE WHEN n % 2 = 0 THEN 'won' ELSE 'lost' END, 'confirmed',
         CASE WHEN n % 2 = 0 THEN 850 ELSE -1000 END, at + interval '1 minute', at
  FROM accounts a, generate_series(1, ${TRADES}) n, LATERAL (SELECT now() - n * interval '10 minutes' AS at) t`;
await sql`ANALYZE trades`;

const read = async (path: string): Promise<number> => {
  const startMs = performance.now();
  const answer = await fetch(`${app.url}/api/v1/trading/${path}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return performance.now() - startMs;
};
const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1)} ms`;

for (const path of PATHS) {
  for (let n = 0; n < 10; n += 1) await read(path);
  const { user, system } = process.cpuUsage();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n += 1) times.push(await read(path));
  const spent = process.cpuUsage();
  const cpuMs = (spent.user + spent.system - user - system) / 1_000 / TIMES;
  const sorted = times.toSorted((a, b) => a - b);
  console.log(
    `${path} of ${TRADES} trades`.padEnd(46),
    `p50 ${at(sorted, 0.5)}, p95 ${at(sorted, 0.95)}, CPU of the process ${cpuMs.toFixed(1)} ms`,
  );
}
await app.stop();
process.exit(0);
