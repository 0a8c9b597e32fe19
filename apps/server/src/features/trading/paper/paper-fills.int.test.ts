import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import type { TradingDeps } from '../deps.ts';
import { actorOf, createTradingWorld, deleteAllUsers, START_MS } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { placeCall, tradingDatabase } from '../testing-paper.ts';
import { createTrading, type Trading } from '../trading.ts';

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let userId: string;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createTradingWorld(database, { brokers: { catalog: () => [IQ_OPTION], connectionOf: () => null } });
  world.market.repeatsPrice = false;
  trading = createTrading(world.deps);
  userId = await world.newUser();
});
afterEach(() => trading.settlement.stop());

// The paper account reads only the id.
const IQ_OPTION = { id: 'iqoption', traits: {} } as unknown as ReturnType<TradingDeps['brokers']['catalog']>[number];

const option = (id: string) => trading.history.one(userId, id);
const balance = async () => {
  const { balance: free, held } = await world.accounts.accountView(database.db.sql, userId, null);
  return { free, held };
};
/** Stores a tick of GBPUSD. Tests run in any order, so an earlier one may have stored the same tick. */
const storeTick = () => database.db.sql`
  INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('simulated', 'GBPUSD', ${START_MS + 800}, 1.1004)
  ON CONFLICT DO NOTHING`;

/** Advances the clock of the process, and runs the timers that become due. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    world.clock.advance(Math.min(left, 50));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
/** Waits until the order has these values. */
const becomes = async (id: string, expected: object): Promise<void> => {
  await expect.poll(() => option(id), { timeout: 10_000, interval: 10 }).toMatchObject(expected);
};

describe('a paper order', () => {
  afterEach(async () => void (await checkInvariants(database.db.sql, new Map())));

  it('waits for the first tick after its acceptance', async () => {
    await trading.settlement.start();
    const id = await placeCall(trading, userId);
    expect(await option(id)).toMatchObject({ execution: 'pending', entry_price: null, entry_tick_time: null });
    expect(await balance()).toEqual({ free: 9_990, held: 10 });
    world.market.tick(START_MS, 1.5);
    world.market.tick(START_MS + 700, 1.1002);
    world.market.tick(START_MS + 1_800, 1.1009);
    await pass(1_000);
    await becomes(id, {
      execution: 'confirmed',
      entry_price: 1.1002,
      entry_time: new Date(START_MS).toISOString(),
      entry_tick_time: new Date(START_MS + 700).toISOString(),
      expiry_time: new Date(START_MS + 60_000).toISOString(),
    });
    expect((await trading.history.events(userId, id))?.map(({ kind }) => kind)).toEqual([
      'intent',
      'send',
      'accept',
      'open',
    ]);
  });

  it('is never filled by a tick that was known at its acceptance, even if the tick is dated later', async () => {
    await trading.settlement.start();
    world.market.tick(START_MS + 600, 1.3);
    const id = await placeCall(trading, userId);
    await pass(700);
    expect(await option(id)).toMatchObject({ execution: 'pending' });
    world.market.tick(START_MS + 900, 1.1);
    await pass(100);
    await becomes(id, { entry_price: 1.1 });
  });

  it('is refused if no tick arrives for 10 s, and its stake is returned', async () => {
    await trading.settlement.start();
    const id = await placeCall(trading, userId);
    await pass(9_900);
    world.market.knownMs = START_MS + 10_000;
    await pass(200);
    await becomes(id, {
      status: 'cancelled',
      execution: 'rejected',
      profit: 0,
      settlement: { reason: 'no_tick', price: null },
    });
    expect(await balance()).toEqual({ free: 10_000, held: 0 });
  });

  it('waits at most 30 s if its source is silent', async () => {
    await trading.settlement.start();
    const id = await placeCall(trading, userId);
    await pass(40_000);
    expect(await option(id)).toMatchObject({ execution: 'pending' });
    world.market.state = 'stale';
    await pass(100);
    await becomes(id, { status: 'cancelled', settlement: { reason: 'no_tick', price: null } });
  });

  it('is filled by a tick that comes while the round waits for the database', async () => {
    await trading.settlement.start();
    const first = await placeCall(trading, userId);
    const second = await placeCall(trading, userId, { asset_symbol: 'GBPUSD' });
    await database.db.transaction(async (tx) => {
      await tx`SELECT 1 FROM trades WHERE id = ${first} FOR UPDATE`;
      world.market.tick(START_MS + 100, 1.1);
      await pass(200);
      // The round now waits for the first order. Meanwhile the tick of the second order arrives, and then its time
      // limit passes.
      world.market.tick(START_MS + 900, 1.3, 'GBPUSD');
      world.market.knownMs = START_MS + 11_000;
      await pass(11_000);
    });
    await becomes(first, { execution: 'confirmed' });
    await becomes(second, { execution: 'confirmed' });
    expect((await option(second))?.entry_price).toBe(1.3);
  });

  it('is filled after a crash, by the tick that was stored', async () => {
    const id = await placeCall(trading, userId, { asset_symbol: 'GBPUSD' });
    await storeTick();
    world.clock.advance(30_000);
    world.market.knownMs = START_MS + 30_000;
    await trading.settlement.start();
    await pass(10_100);
    await becomes(id, { execution: 'confirmed' });
    expect((await option(id))?.entry_price).toBe(1.1004);
  });

  it('is not settled before its fill, even if the fill is late', async () => {
    const id = await placeCall(trading, userId);
    world.market.tick(START_MS + 59_000, 1.2);
    world.clock.advance(70_000);
    await trading.settlement.start();
    expect(await option(id)).toMatchObject({ status: 'active', execution: 'pending' });
    await pass(10_100);
    await becomes(id, { execution: 'rejected' });
  });

  it('has the same response before and after its fill, except for the fields of the fill', async () => {
    await trading.settlement.start();
    const place = () =>
      trading.orders.place(
        actorOf(userId),
        { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 },
        'key',
      );
    const first = await place();
    world.market.tick(START_MS + 700, 1.1002);
    await pass(1_000);
    expect(await place()).toMatchObject({
      value: { id: first.ok && first.value.id, execution: 'confirmed', entry_price: 1.1002 },
    });
  });
});

describe('the payout of a paper order', () => {
  afterEach(async () => void (await checkInvariants(database.db.sql, new Map())));

  const columns = async (id: string) => {
    const [row] = await database.db.sql`SELECT quoted_bp, payout_bp FROM trades WHERE id = ${id}`;
    return row;
  };
  const changes = async () => (await trading.orders.paperExecution(userId)).payout_changes;

  it('is the payout of its fill, and the payout of its acceptance is stored too', async () => {
    await trading.settlement.start();
    world.market.payout = 8_500;
    const id = await placeCall(trading, userId, { shown_payout: 0.85 });
    expect(await columns(id)).toEqual({ quoted_bp: 8_500, payout_bp: 8_500 });
    world.market.payout = 8_300;
    world.market.tick(START_MS + 700, 1.1);
    await pass(1_000);
    await becomes(id, { execution: 'confirmed', payout: 0.83 });
    expect(await columns(id)).toEqual({ quoted_bp: 8_500, payout_bp: 8_300 });
    expect(await changes()).toEqual({ orders: 1, changed: 1, refused: 0 });
  });

  it('is that of its tick, also if the order is filled in the next hour', async () => {
    await trading.settlement.start();
    world.market.payout = (atMs) => (atMs <= START_MS + 700 ? 8_300 : 7_800);
    const id = await placeCall(trading, userId);
    await pass(750);
    world.market.tick(START_MS + 700, 1.1);
    await pass(100);
    await becomes(id, { execution: 'confirmed', payout: 0.83 });
    expect(await columns(id)).toEqual({ quoted_bp: 8_300, payout_bp: 8_300 });
  });

  it('is higher than at the acceptance if it rose before the fill', async () => {
    await trading.settlement.start();
    world.market.payout = 8_500;
    const id = await placeCall(trading, userId, { shown_payout: 0.85 });
    world.market.payout = 9_000;
    world.market.tick(START_MS + 700, 1.1);
    await pass(1_000);
    await becomes(id, { payout: 0.9 });
    expect(await columns(id)).toEqual({ quoted_bp: 8_500, payout_bp: 9_000 });
  });

  it('refuses the order if it fell by more than two points since the user saw it', async () => {
    await trading.settlement.start();
    world.market.payout = 8_500;
    const id = await placeCall(trading, userId, { shown_payout: 0.85 });
    world.market.payout = 8_299;
    world.market.tick(START_MS + 700, 1.1);
    await pass(1_000);
    await becomes(id, { status: 'cancelled', execution: 'rejected', settlement: { reason: 'payout_changed' } });
    expect(await balance()).toEqual({ free: 10_000, held: 0 });
    expect(await changes()).toEqual({ orders: 1, changed: 0, refused: 1 });
  });

  it('has no limit if the order states no payout', async () => {
    await trading.settlement.start();
    world.market.payout = 8_500;
    const id = await placeCall(trading, userId);
    world.market.payout = 5_000;
    world.market.tick(START_MS + 700, 1.1);
    await pass(1_000);
    await becomes(id, { execution: 'confirmed', payout: 0.5 });
    expect(await changes()).toEqual({ orders: 1, changed: 1, refused: 0 });
  });

  it('is the payout of its acceptance if the order is filled after a crash, by a stored tick', async () => {
    world.market.payout = 8_500;
    const id = await placeCall(trading, userId, { asset_symbol: 'GBPUSD', shown_payout: 0.85 });
    await storeTick();
    world.clock.advance(30_000);
    world.market.knownMs = START_MS + 30_000;
    world.market.payout = 7_000;
    await trading.settlement.start();
    await pass(10_100);
    await becomes(id, { execution: 'confirmed', payout: 0.85 });
    expect(await columns(id)).toEqual({ quoted_bp: 8_500, payout_bp: 8_500 });
  });
});

/** Writes orders that the user sent to IQ Option: accepted ones after `delayMs`, and refused ones. */
async function sentOrders({ accepted, refused, delayMs }: { accepted: number; refused: number; delayMs: number }) {
  const key = { broker: 'iqoption', kind: 'demo', currency: 'USD', brokerAccount: 'one' } as const;
  await database.db.transaction((tx) => world.accounts.useBrokerAccount(tx, userId, key, world.clock.now()));
  await database.db.sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, currency, origin, symbol, source, direction,
      stake_minor, payout_bp, duration_min, entry_time, expiry_time, status, execution, profit_minor, settled_at,
      created_at, broker_account, send_by, sent_at)
    SELECT gen_random_uuid(), a.user_id, a.id, 'iqoption', 'demo', 'USD', 'manual', 'EURUSD', 'iqoption', 'CALL', 1000,
      8500, 1, s.at + ${`${delayMs} ms`}::interval, s.at + interval '1 minute', 'cancelled',
      CASE WHEN s.n <= ${accepted} THEN 'confirmed' ELSE 'rejected' END, 0, s.at, s.at, 'one', s.at, s.at
    FROM accounts a, (SELECT n, ${new Date(START_MS - 3_600_000)}::timestamptz + n * interval '1.1 s' AS at
                      FROM generate_series(1, ${accepted + refused}) n) s
    WHERE a.user_id = ${userId} AND a.broker = 'iqoption'`;
  world.market.source = 'iqoption';
}

describe('a paper order on the prices of a broker', () => {
  it('has the delay of the user’s own orders at that broker', async () => {
    await sentOrders({ accepted: 20, refused: 0, delayMs: 730 });
    const id = await placeCall(trading, userId);
    expect(await option(id)).toMatchObject({ entry_time: new Date(START_MS + 730).toISOString() });
  });

  it.each([0, 19])('has an assumed delay of half a second after %d accepted orders', async (accepted) => {
    await sentOrders({ accepted, refused: 0, delayMs: 730 });
    const id = await placeCall(trading, userId);
    expect(await option(id)).toMatchObject({ entry_time: new Date(START_MS + 500).toISOString() });
  });

  it('is refused as often as the user’s own orders at that broker, at the end of its delay', async () => {
    await sentOrders({ accepted: 25, refused: 75, delayMs: 300 });
    await database.db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
    await trading.settlement.start();
    const ids: string[] = [];
    for (let count = 0; count < 60; count += 1) ids.push(await placeCall(trading, userId, { amount: 1 }));
    world.market.tick(START_MS + 600, 1.1);
    await pass(1_000);
    await expect
      .poll(async () => (await Promise.all(ids.map(option))).filter((one) => one?.execution === 'pending').length, {
        timeout: 10_000,
      })
      .toBe(0);
    const ended = await Promise.all(ids.map(option));
    const refused = ended.filter((one) => one?.settlement?.reason === 'paper_refused');
    // Of 60 orders, 75 % are refused on average. Fewer than 28 or more than 58 have a probability below 1e-5.
    expect(refused.length).toBeGreaterThan(28);
    expect(refused.length).toBeLessThan(59);
    expect(await balance()).toEqual({ free: 10_000 - (60 - refused.length), held: 60 - refused.length });
  });
});
