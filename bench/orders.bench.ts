/**
 * Measures the time of an order over HTTP until its commit. Measures it at a steady rate of independent users, and at
 * the server's maximum speed. At the steady rate, orders follow a schedule even while earlier orders have no response.
 * Each measured time starts at the scheduled time of the order.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestApp } from '@vigia/server/testing';
import { SeededRng } from '@vigia/testkit';

const PEOPLE = 200;
/** The number of users with a trading history. */
const VETERANS = 50;
const OLD_TRADES = 10_000;
const RATE_PER_S = 200;
const WARM_UP_S = 5;
const STEADY_S = 25;
const CALLERS = 16;
const CLOSED_ORDERS = 6_000;

type Sql = TestApp['db']['sql'];
type Ready = { readonly url: string; readonly tokens: readonly string[]; readonly durability: string };
type Use = { readonly cpuMs: number; readonly rssMb: number };
type Sums = { readonly trades: number; readonly faults: Readonly<Record<string, number>> };

async function serve(): Promise<void> {
  const { embeddedAuth, startTestApp, flushToDisk } = await import('@vigia/server/testing');
  const app = await startTestApp();
  const { sql } = app.db;
  const tokens: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    tokens.push(signedIn.value.access_token);
  }
  await sql`UPDATE users SET max_concurrent_trades = 100`;
  // With these limits, each order makes the server read the trades of the day and the week and the last losses. The
  // limits are so high that they refuse no order.
  await sql`
    INSERT INTO limit_books (user_id, scope, currency, daily_loss_limit_minor, weekly_loss_limit_minor,
                             daily_trade_limit, cool_down_losses, updated_at)
    SELECT id, 'practice', 'USD', 100000000, 100000000, 10000, 10000, now() FROM users`;
  const veterans = await sql<{ id: string }[]>`SELECT id FROM accounts LIMIT ${VETERANS}`;
  for (const { id } of veterans) await tradeForYears(sql, id);
  await flushToDisk(app.dataFolder);
  const [fsync] = await sql<{ fsync: string }[]>`SHOW fsync`;
  const [commit] = await sql<{ synchronous_commit: string }[]>`SHOW synchronous_commit`;
  const stop = () => void app.stop().then(() => process.exit(0));
  // The database must stop if the parent process dies.
  process.on('disconnect', stop);
  process.on('message', (asked: 'use' | 'sums' | 'stop') => {
    if (asked === 'stop') return stop();
    if (asked === 'sums') return void sums(sql).then((found) => process.send?.(found));
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage().rss / 2 ** 20 } satisfies Use);
  });
  const durability = `fsync ${fsync?.fsync}, synchronous_commit ${commit?.synchronous_commit}`;
  process.send?.({ url: app.url, tokens, durability } satisfies Ready);
}

/** Inserts ended trades of one user, ten minutes apart, up to the present. */
const tradeForYears = (sql: Sql, accountId: string) => sql`
  INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                      payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                      profit_minor, settled_at, created_at)
  SELECT gen_random_uuid(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000,
         8500, 1, 1.1, 0, at, at + interval '1 minute', CASE WHEN n % 2 = 0 THEN 'won' ELSE 'lost' END, 'confirmed',
         CASE WHEN n % 2 = 0 THEN 850 ELSE -1000 END, at + interval '1 minute', at
  FROM accounts a, generate_series(1, ${OLD_TRADES}) n, LATERAL (SELECT now() - n * interval '10 minutes' AS at) t
  WHERE a.id = ${accountId}`;

/** Longest time in milliseconds until the last order has its first tick. */
const FILLED_WITHIN_MS = 15_000;

/** Resolves when no order waits for its first tick. */
async function untilFilled(sql: Sql): Promise<void> {
  const untilMs = performance.now() + FILLED_WITHIN_MS;
  for (;;) {
    const [row] = await sql`SELECT 1 FROM trades WHERE execution = 'pending' LIMIT 1`;
    if (row === undefined || performance.now() > untilMs) return;
    await sleep(100);
  }
}

/**
 * Counts the rows that were written since the start, and the inconsistent rows. All counts come from one database
 * snapshot, which is taken when the last order has its first tick.
 */
async function sums(sql: Sql): Promise<Sums> {
  await untilFilled(sql);
  const [row] = await sql<[{ trades: number } & Record<string, number>]>`
    WITH placed AS (SELECT * FROM trades WHERE entry_tick_ms > 0),
         booked AS (SELECT account_id, sum(user_cash_minor) AS cash, sum(user_hold_minor) AS held
                    FROM ledger_transfers GROUP BY account_id)
    SELECT (SELECT count(*)::int FROM placed) AS trades,
           (SELECT count(*)::int FROM placed p WHERE (
              SELECT count(*) FROM ledger_transfers t WHERE t.trade_id = p.id AND t.phase = 'hold'
                AND t.user_hold_minor = p.stake_minor) <> 1) AS "trades without their one stake",
           (SELECT count(*)::int FROM placed p WHERE (
              SELECT count(*) FROM trade_events e WHERE e.trade_id = p.id
                AND e.seq <= 4) <> 4) AS "trades without events",
           (SELECT count(*)::int FROM accounts a JOIN booked b ON b.account_id = a.id
            WHERE (a.cash_minor, a.held_minor) <> (b.cash, b.held)) AS "balances off their ledger",
           (SELECT count(*)::int FROM accounts a WHERE a.held_minor <> (
              SELECT coalesce(sum(stake_minor), 0) FROM trades t WHERE t.account_id = a.id AND t.status = 'active'))
             AS "holds off their stakes",
           (SELECT count(*)::int FROM placed) - (SELECT count(*)::int FROM idempotency_keys) AS "trades without a key"`;
  const { trades, ...faults } = row;
  return { trades, faults };
}

const agent = new Agent({ keepAlive: true });

function order(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ asset_symbol: 'EURUSD', option_type: 'CALL', amount: 1, duration: 1 });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    request(
      `${url}/api/v1/trading/create-option`,
      { agent, method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 201 ? resolve() : reject(new Error(`an order was answered ${answer.statusCode}`)),
        );
      },
    )
      .on('error', reject)
      .end(body);
  });
}

/**
 * Places orders at random times, `RATE_PER_S` per second on average. Returns the latency of each order in milliseconds,
 * measured from its scheduled time.
 */
async function arriving(rng: SeededRng, seconds: number, place: () => Promise<void>): Promise<number[]> {
  const startMs = performance.now();
  const waiting: Promise<number>[] = [];
  for (let dueMs = 0; dueMs < seconds * 1_000; dueMs += (-Math.log(1 - rng.next()) * 1_000) / RATE_PER_S) {
    const dueAtMs = startMs + dueMs;
    if (performance.now() < dueAtMs) await sleep(dueAtMs - performance.now());
    waiting.push(place().then(() => performance.now() - dueAtMs));
  }
  return Promise.all(waiting);
}

/** Lets every user place one order after another without pauses. Returns the orders per second. */
async function asFastAsItGoes(place: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  let left = CLOSED_ORDERS;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await place();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (CLOSED_ORDERS * 1_000) / (performance.now() - startMs);
}

const say = (what: string, ...figures: readonly string[]) => console.log(what.padEnd(44), ...figures);

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['--server'], { execArgv: process.execArgv });
  const next = <Message>(): Promise<Message> =>
    new Promise((resolve) => child.once('message', (message) => resolve(message as Message)));
  const ask = async <Message>(what: 'use' | 'sums'): Promise<Message> => {
    const answer = next<Message>();
    child.send(what);
    return answer;
  };
  const { url, tokens, durability } = await next<Ready>();
  console.log(`${PEOPLE} people, ${VETERANS} of them with ${OLD_TRADES} old trades, node ${process.version}`);
  console.log(durability);
  let placed = 0;
  const place = (): Promise<void> => order(url, tokens[placed++ % PEOPLE] ?? '');
  const rng = new SeededRng(20_261_120);
  await arriving(rng, WARM_UP_S, place);
  const before = await ask<Use>('use');
  const tookMs = (await arriving(rng, STEADY_S, place)).toSorted((a, b) => a - b);
  const after = await ask<Use>('use');
  const at = (share: number) => `${(tookMs[Math.ceil(share * tookMs.length) - 1] ?? NaN).toFixed(1)} ms`;
  say(
    `${RATE_PER_S} orders/s, ${tookMs.length} orders in ${STEADY_S} s`,
    `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`,
  );
  say(
    'CPU of the server',
    `${((after.cpuMs - before.cpuMs) / tookMs.length).toFixed(2)} ms an order, all else included`,
  );
  say(`${CALLERS} callers as fast as it goes`, `${Math.round(await asFastAsItGoes(place))} orders/s`);
  say('memory of the server', `${Math.round((await ask<Use>('use')).rssMb)} MB`);
  const { trades, faults } = await ask<Sums>('sums');
  say('orders answered with a trade, trades written', `${placed}, ${trades}`);
  for (const [fault, count] of Object.entries(faults)) say(fault, String(count));
  child.send('stop');
  agent.destroy();
  if (trades !== placed || Object.values(faults).some((count) => count !== 0)) process.exitCode = 1;
}

await (process.argv.includes('--server') ? serve() : measure());
