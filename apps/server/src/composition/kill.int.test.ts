import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CurrentMode, Option, TradingStats } from '@vigia/contract';
import { demoMarket, lastTickBefore, simulatedAsset } from '@vigia/core/market-model';
import { runsEveryCase } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ROLE } from '#platform/persistence/connection.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { findRunningEmbedded } from '#platform/persistence/embedded-postgres.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { EMBEDDED_DATABASE } from './storage.ts';
import type { ChildCommand, ChildReport } from './testing-process.ts';

const CHILD = fileURLToPath(new URL('./testing-process.ts', import.meta.url));
const START_MS = Date.parse('2026-11-20T14:00:00.000Z');
const MINUTE_MS = 60_000;
const SEED = 20_261_120;
const COMMIT_GATE = 77;
const SYMBOLS = ['EURUSD', 'BTCUSD', 'XAUUSD'] as const;

let dataFolder: string;
let child: ChildProcess | null = null;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vigia-kill-'));
});
afterEach(async () => {
  if (child !== null) await end(child);
  rmSync(dataFolder, { recursive: true, force: true });
});

type Server = { readonly url: string; advance(ms: number): Promise<number> };

/** Starts a server whose clock begins at `startMs`. A restarted server keeps its address. */
async function start(startMs: number, before?: Server): Promise<Server> {
  const port = before === undefined ? '0' : new URL(before.url).port;
  const process = fork(CHILD, [String(startMs), dataFolder, port], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  child = process;
  const { url } = await nextReport(process);
  return {
    url,
    async advance(ms) {
      process.send({ advanceMs: ms } satisfies ChildCommand);
      return (await nextReport(process)).nowMs;
    },
  };
}

async function nextReport(process: ChildProcess): Promise<ChildReport> {
  const [report]: [ChildReport] = (await Promise.race([
    once(process, 'message'),
    once(process, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with code ${String(code)}`))),
  ])) as [ChildReport];
  return report;
}

/** Kills the server while its database keeps running. */
async function kill(): Promise<void> {
  if (child === null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  child = null;
}

/** Stops the last server cleanly, together with its database. */
async function end(process: ChildProcess): Promise<void> {
  const exited = once(process, 'exit');
  process.kill('SIGTERM');
  await exited;
}

type Session = { readonly token: string };

async function signIn(server: Server): Promise<Session> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { time_zone: 'UTC' } }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { token };
}

async function read<Data>(server: Server, { token }: Session, path: string): Promise<Data> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as { data: Data }).data;
}

async function place(server: Server, { token }: Session, symbol: string, key: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/trading/create-option`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ asset_symbol: symbol, option_type: 'CALL', amount: 10, duration: 1 }),
  });
}

/**
 * Returns the expected outcome of a trade. The simulated market is a pure function, so the test can compute the price.
 */
function expectedOf(trade: Option): { readonly status: string; readonly price: number; readonly profit: number } {
  const asset = simulatedAsset(trade.asset_symbol);
  if (asset === undefined || trade.entry_price === null || trade.payout === null)
    throw new Error('a simulated trade has an asset, a price and a payout');
  const { price } = lastTickBefore(demoMarket(SEED), asset, Date.parse(trade.expiry_time));
  if (price === trade.entry_price) return { status: 'expired', price, profit: 0 };
  const isWon = price > trade.entry_price;
  return {
    status: isWon ? 'won' : 'lost',
    price,
    profit: isWon ? Math.round(trade.amount * trade.payout * 100) / 100 : -10,
  };
}

/**
 * `npm test` proves the same for the built program: fault scenarios 8, 10 and 12 kill it before and after any
 * statement.
 */
describe.runIf(runsEveryCase)('a server that is killed while trades are open', () => {
  it('settles each trade once after the restart, at the price of its expiry', async () => {
    const first = await start(START_MS);
    const session = await signIn(first);
    await first.advance(5_000);
    const placed = await Promise.all(SYMBOLS.map((symbol) => place(first, session, symbol, `key-${symbol}`)));
    expect(placed.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const open = await read<Option[]>(first, session, '/api/v1/trading/active');
    const killedAtMs = await first.advance(20_000);
    await kill();

    const second = await start(killedAtMs + 10 * MINUTE_MS, first);
    const settled = await read<Option[]>(second, session, '/api/v1/trading/history');
    expect(settled).toHaveLength(3);
    for (const trade of open) {
      const { status, price, profit } = expectedOf(trade);
      expect(settled.find(({ id }) => id === trade.id)).toMatchObject({ status, profit, settlement: { price } });
    }
    const stats = await read<TradingStats>(second, session, '/api/v1/trading/stats');
    const total = settled.reduce((sum, trade) => sum + Math.round((trade.profit ?? 0) * 100), 0);
    expect(Math.round(stats.total_profit_loss * 100)).toBe(total);
    const { account } = await read<{ account: { balance: number; held: number } }>(
      second,
      session,
      '/api/v1/trading/mode/current',
    );
    expect(account.held).toBe(0);
    expect(Math.round(account.balance * 100)).toBe(1_000_000 + total);

    await second.advance(5_000);
    expect(await read<Option[]>(second, session, '/api/v1/trading/history')).toEqual(settled);
  });
});

/**
 * The moment at which the server is killed while it handles fifty identical orders. Either one order waits for a lock
 * of the test, or a given number of orders are answered.
 */
type Moment = {
  readonly lock?: (tx: Transaction) => Promise<unknown>;
  /** Pattern of the statement that waits for the lock. */
  readonly waits?: RegExp;
  readonly answered?: number;
  /** The allowed numbers of trades after the restart. */
  readonly taken: readonly number[];
};

const MOMENTS: Readonly<Record<string, Moment>> = {
  'as they leave': { answered: 0, taken: [0, 1] },
  'while the first is written': {
    lock: (tx) => tx`LOCK TABLE ledger_transfers IN EXCLUSIVE MODE`,
    waits: /^\s*insert into ledger_transfers/,
    taken: [0],
  },
  'while the first is committed': {
    lock: (tx) => tx`SELECT pg_advisory_xact_lock(${COMMIT_GATE})`,
    waits: /^commit/,
    taken: [1],
  },
  'after the first answer': { answered: 1, taken: [1] },
  'after ten answers': { answered: 10, taken: [1] },
};

/**
 * Opens the database of a server that will be killed, as its superuser. Commits of orders wait while the test holds a
 * lock.
 */
async function openGated(): Promise<Database> {
  const admin = await findRunningEmbedded(dataFolder);
  if (admin === null) throw new Error('the server runs on its embedded database');
  const db = openDatabase({ ...admin, database: EMBEDDED_DATABASE });
  await db.sql.unsafe(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${COMMIT_GATE}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER wait_at_gate AFTER INSERT ON idempotency_keys DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
  return db;
}

/** Returns the statements that the app's connections run. With `isWaiting`, returns only those that wait for a lock. */
async function statements(sql: Sql, isWaiting: boolean): Promise<string[]> {
  const rows = await sql<{ query: string }[]>`
    SELECT lower(query) AS query FROM pg_stat_activity
    WHERE usename = ${APP_ROLE} AND (NOT ${isWaiting} OR wait_event_type = 'Lock')`;
  return rows.map(({ query }) => query);
}

type Answer = { readonly status: number; readonly text: string };

const fifty = (server: Server, session: Session): Promise<Answer>[] =>
  Array.from({ length: 50 }, () =>
    place(server, session, 'EURUSD', 'one-key').then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: 0, text: '' }),
    ),
  );

async function untilAnswered(posts: readonly Promise<unknown>[], count: number): Promise<void> {
  let answered = 0;
  await new Promise<void>((resolve) => {
    if (count === 0) resolve();
    for (const post of posts) void post.then(() => (answered += 1) === count && resolve());
  });
}

/**
 * Sends fifty orders and kills the server at the given moment.
 * @returns the responses received before the kill
 */
async function killUnder(server: Server, session: Session, db: Database, moment: Moment): Promise<Answer[]> {
  const posts = await db.transaction(async (tx) => {
    await moment.lock?.(tx);
    const sent = fifty(server, session);
    await untilAnswered(sent, moment.answered ?? 0);
    const { waits } = moment;
    const isThere = async () =>
      waits === undefined || (await statements(db.sql, true)).some((query) => waits.test(query));
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
    await kill();
    return sent;
  });
  await expect.poll(() => statements(db.sql, false), { timeout: 20_000 }).toEqual([]);
  return (await Promise.all(posts)).filter(({ status }) => status === 201);
}

describe.runIf(runsEveryCase)('a server that is killed while it handles fifty equal orders', () => {
  it('takes one stake and gives all orders the same response, for a kill at any of the moments', {
    timeout: 180_000,
  }, async () => {
    let nowMs = START_MS;
    let server = await start(nowMs);
    const db = await openGated();
    const trades = async () => (await db.sql`SELECT 1 FROM trades`).length;
    for (const [when, moment] of Object.entries(MOMENTS)) {
      const session = await signIn(server);
      await server.advance(5_000);
      const tradesBefore = await trades();
      const before = await killUnder(server, session, db, moment);
      expect(moment.taken, when).toContain((await trades()) - tradesBefore);

      nowMs += 10_000;
      server = await start(nowMs, server);
      const after = await Promise.all(fifty(server, session));
      expect(new Set(after.map(({ status }) => status)), when).toEqual(new Set([201]));
      expect(new Set([...before, ...after].map(({ text }) => text)).size, when).toBe(1);
      expect(await read<Option[]>(server, session, '/api/v1/trading/active'), when).toHaveLength(1);
      const { account } = await read<CurrentMode>(server, session, '/api/v1/trading/mode/current');
      expect([account.balance, account.held], when).toEqual([9_990, 10]);
    }
    await db.close();
  });
});
