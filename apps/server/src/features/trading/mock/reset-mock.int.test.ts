import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { ACCOUNT_CHANGED } from '../../accounts/index.ts';
import { actorOf, createTradingWorld } from '../testing.ts';
import { createTrading, type Trading } from '../trading.ts';

const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createTradingWorld(database);
  trading = createTrading(world.deps);
  userId = await world.newUser();
});

const transfers = async () =>
  (
    await database.db.sql<{ kind: string }[]>`
      SELECT t.kind FROM ledger_transfers t JOIN accounts a ON a.id = t.account_id WHERE a.user_id = ${userId}
      ORDER BY t.created_at, t.kind`
  ).map(({ kind }) => kind);

describe('resetMock', () => {
  it('sets the free balance to 10,000 and leaves the stakes of open trades held', async () => {
    await trading.orders.place(actorOf(userId), order, null);
    const published: number[] = [];
    world.bus.subscribe(ACCOUNT_CHANGED, ({ account }) => published.push(account.balance));
    expect(await trading.orders.resetMock(userId, {})).toMatchObject({
      value: { balance: 10_000, held: 10, currency: 'USD' },
    });
    expect(await world.accounts.accountView(database.db.sql, userId, null)).toMatchObject({
      balance: 10_000,
      held: 10,
    });
    expect(published).toEqual([10_000]);
    expect(await trading.history.active(userId)).toHaveLength(1);
  });

  it.each([0.01 + 1, 1, 1_000_000, 250.5])('accepts %d as the balance', async (balance) => {
    expect(await trading.orders.resetMock(userId, { balance })).toMatchObject({ value: { balance } });
  });

  it('moves no money when repeated with the same balance', async () => {
    await trading.orders.resetMock(userId, { balance: 500 });
    await trading.orders.resetMock(userId, { balance: 500 });
    expect(await transfers()).toEqual(['deposit', 'reset']);
  });

  it('writes one ledger transfer for several concurrent calls', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => trading.orders.resetMock(userId, { balance: 500 })),
      ...Array.from({ length: 3 }, () => trading.orders.place(actorOf(userId), order, null)),
    ]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await trading.orders.resetMock(userId, { balance: 500 });
    expect(await world.accounts.accountView(database.db.sql, userId, null)).toMatchObject({ balance: 500, held: 30 });
  });

  it.each([
    [0.99, 'amount_below_minimum'],
    [-5, 'amount_below_minimum'],
    [-1e300, 'amount_below_minimum'],
    [1_000_000.01, 'amount_above_maximum'],
    [1e300, 'amount_above_maximum'],
    [10.005, 'amount_invalid'],
    [Number.NaN, 'amount_invalid'],
  ])('refuses the balance %d with %s', async (balance, code) => {
    expect(await trading.orders.resetMock(userId, { balance })).toMatchObject({ ok: false, error: { code } });
    expect(await transfers()).toEqual(['deposit']);
  });

  it('refuses a deleted user', async () => {
    await database.db.sql`DELETE FROM auth_users WHERE id = ${userId}`;
    expect(await trading.orders.resetMock(userId, {})).toMatchObject({ error: { code: 'not_authenticated' } });
  });
});
