import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Option, TradingStats } from '@vigia/contract';
import { lastTickBefore, simulatedAsset } from '@vigia/core/market-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order, Report } from './testing-process.ts';

const CHILD = fileURLToPath(new URL('./testing-process.ts', import.meta.url));
const START_MS = Date.parse('2026-11-20T14:00:00.000Z');
const MINUTE_MS = 60_000;
const SEED = 20_261_120;
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

/** Starts a server whose clock begins at `startMs`; one that comes back does so under its old address. */
async function start(startMs: number, before?: Server): Promise<Server> {
  const port = before === undefined ? '0' : new URL(before.url).port;
  const process = fork(CHILD, [String(startMs), dataFolder, port], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  child = process;
  const { url } = await nextReport(process);
  return {
    url,
    async advance(ms) {
      process.send({ advanceMs: ms } satisfies Order);
      return (await nextReport(process)).nowMs;
    },
  };
}

async function nextReport(process: ChildProcess): Promise<Report> {
  const [report]: [Report] = (await Promise.race([
    once(process, 'message'),
    once(process, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with code ${String(code)}`))),
  ])) as [Report];
  return report;
}

/** Kills without warning; the database it started lives on. */
async function kill(): Promise<void> {
  if (child === null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  child = null;
}

/** Ends the last server in order, and with it the database. */
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

/** What the trade must come to: the market is a pure function, so the test knows the price without asking. */
function expectedOf(trade: Option): { readonly status: string; readonly price: number; readonly profit: number } {
  const asset = simulatedAsset(trade.asset_symbol);
  if (asset === undefined || trade.entry_price === null) throw new Error('a simulated trade has an asset and a price');
  const { price } = lastTickBefore(SEED, asset, Date.parse(trade.expiry_time));
  if (price === trade.entry_price) return { status: 'expired', price, profit: 0 };
  const isWon = price > trade.entry_price;
  return {
    status: isWon ? 'won' : 'lost',
    price,
    profit: isWon ? Math.round(trade.amount * trade.payout * 100) / 100 : -10,
  };
}

describe('a server killed with trades open', () => {
  it('settles each of them once after the restart, at the price of its expiry', async () => {
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

  it('has taken one stake, or none, when it dies under fifty equal orders', async () => {
    const first = await start(START_MS);
    const session = await signIn(first);
    await first.advance(5_000);
    const posts = Array.from({ length: 50 }, () =>
      place(first, session, 'EURUSD', 'one-key').then(
        (answer) => answer.status,
        () => 0,
      ),
    );
    await Promise.race(posts);
    await kill();
    const answers = await Promise.all(posts);
    expect(answers.some((status) => status === 201)).toBe(true);

    const second = await start(START_MS + 10_000, first);
    const again = await place(second, session, 'EURUSD', 'one-key');
    expect(again.status).toBe(201);
    const open = await read<Option[]>(second, session, '/api/v1/trading/active');
    expect(open).toHaveLength(1);
    expect(((await again.json()) as { data: Option }).data.id).toBe(open[0]?.id);
    const { account } = await read<{ account: { balance: number; held: number } }>(
      second,
      session,
      '/api/v1/trading/mode/current',
    );
    expect([account.balance, account.held]).toEqual([9_990, 10]);
  });
});
