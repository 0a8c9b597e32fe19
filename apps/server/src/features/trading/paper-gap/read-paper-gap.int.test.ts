import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { createTradingWorld, deleteAllUsers, START_MS } from '../testing.ts';
import { tradingDatabase } from '../testing-paper.ts';
import { readPaperGap } from './read-paper-gap.ts';

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let userId: string;
let accounts: Readonly<Record<'mock' | 'iqoption', string>>;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createTradingWorld(database);
  userId = await world.newUser();
  accounts = await accountsOf(userId);
});

async function accountsOf(owner: string) {
  const key = { broker: 'iqoption', kind: 'demo', currency: 'USD', brokerAccount: 'one' } as const;
  await database.db.transaction((tx) => world.accounts.useBrokerAccount(tx, owner, key, world.clock.now()));
  const rows = await database.db.sql<{ id: string; broker: 'mock' | 'iqoption' }[]>`
    SELECT id, broker FROM accounts WHERE user_id = ${owner}`;
  const idOf = (broker: string) => rows.find((row) => row.broker === broker)?.id ?? '';
  return { mock: idOf('mock'), iqoption: idOf('iqoption') };
}

type Placed = {
  readonly broker: 'mock' | 'iqoption';
  readonly atMs: number;
  readonly isWon: boolean;
  readonly direction?: 'CALL' | 'PUT';
  readonly isAutomatic?: boolean;
};

/** Writes an ended automatic trade of one minute on the prices of IQ Option. */
async function ended({ broker, atMs, isWon, direction = 'CALL', isAutomatic = true }: Placed): Promise<void> {
  const entry = new Date(START_MS + atMs);
  const expiry = new Date(START_MS + atMs + 60_000);
  await database.db.sql`INSERT INTO trades ${database.db.sql.row({
    id: world.deps.ids.next(),
    user_id: userId,
    account_id: accounts[broker],
    broker,
    account: broker === 'mock' ? 'mock' : 'demo',
    currency: 'USD',
    origin: 'strategy',
    symbol: 'EURUSD',
    source: 'iqoption',
    direction,
    stake_minor: 1_000,
    payout_bp: 8_500,
    duration_min: 1,
    entry_price: 1.1,
    entry_time: entry,
    expiry_time: expiry,
    status: isWon ? 'won' : 'lost',
    execution: 'confirmed',
    profit_minor: isWon ? 850 : -1_000,
    settled_at: expiry,
    created_at: entry,
    automation_id: isAutomatic ? world.deps.ids.next() : null,
    ...(broker === 'iqoption' && { broker_ref: world.deps.ids.next(), broker_account: 'one', send_by: entry }),
  })}`;
}

it('the difference between paper and demo results counts signals that were traded on both, per unit staked', async () => {
  await ended({ broker: 'mock', atMs: 0, isWon: true });
  await ended({ broker: 'iqoption', atMs: 1_200, isWon: false });
  await ended({ broker: 'mock', atMs: 120_000, isWon: true });
  await ended({ broker: 'iqoption', atMs: 121_000, isWon: true });
  const { brokers } = await readPaperGap(database.db.sql, userId);
  expect(brokers).toMatchObject([{ broker: 'iqoption', pairs: 2 }]);
  const [gap] = brokers;
  expect(gap?.paper_return).toBeCloseTo(0.85, 12);
  expect(gap?.demo_return).toBeCloseTo((0.85 - 1) / 2, 12);
  expect(gap?.gap).toBeCloseTo(1.85 / 2, 12);
  expect(gap?.interval.low).toBeLessThan(gap?.gap ?? 0);
  expect(gap?.interval.high).toBeGreaterThan(gap?.gap ?? 0);
});

it.each([
  ['more than 5 s apart', { broker: 'mock', atMs: 6_000, isWon: true }],
  ['in the other direction', { broker: 'mock', atMs: 0, isWon: true, direction: 'PUT' }],
  ['by hand', { broker: 'mock', atMs: 0, isWon: true, isAutomatic: false }],
] as const)('the difference between paper and demo results leaves out a paper trade %s', async (_, paper) => {
  await ended({ broker: 'iqoption', atMs: 0, isWon: false });
  await ended(paper);
  expect(await readPaperGap(database.db.sql, userId)).toEqual({ brokers: [] });
});

it('the difference between paper and demo results uses each paper trade once, and no trade of another user', async () => {
  await ended({ broker: 'iqoption', atMs: 0, isWon: false });
  await ended({ broker: 'iqoption', atMs: 1_000, isWon: false });
  await ended({ broker: 'mock', atMs: 1_000, isWon: true });
  expect(await readPaperGap(database.db.sql, userId)).toMatchObject({ brokers: [{ pairs: 1 }] });
  expect(await readPaperGap(database.db.sql, await world.newUser())).toEqual({ brokers: [] });
});
