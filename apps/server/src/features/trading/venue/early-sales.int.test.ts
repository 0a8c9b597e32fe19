import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { VenueDeps } from '../deps.ts';
import { actorOf, deleteAllUsers } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { lockBrokerTrade } from './broker-trades.repository.ts';
import { resolveSale } from './resolve-sale.ts';
import { findSellableContract } from './sale-refusal.ts';
import { dropSale, SaleSender } from './sale-sender.ts';
import { createVenueWorld } from './testing.ts';
import { START_BALANCE_MINOR } from './testing-scripted-broker.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof createVenueWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());

/** Places the order of each test, which the broker accepts as the option contract c1. */
const placed = async (): Promise<string> => {
  const order = await world.place();
  if (!order.ok) throw new Error(order.error.code);
  return order.value.id;
};

beforeEach(async () => {
  await deleteAllUsers(database);
  world = await createVenueWorld(database);
  await world.start();
  return async () => {
    world.broker.release();
    await world.stop();
    await checkInvariants(database.db.sql, new Map());
  };
});

const OPENED = ['intent', 'send', 'accept', 'open'];

describe('a running trade', () => {
  it('has a sale offer with the broker’s price, the result at that price and the time of the price', async () => {
    const id = await placed();
    expect(await world.offer(id)).toEqual({
      state: 'offered',
      currency: 'USD',
      price: 11.4,
      profit: 1.4,
      stated_at: new Date(world.clock.now()).toISOString(),
    });
  });

  it('is sold once, and its ledger transfer has the amount that the broker paid', async () => {
    const id = await placed();
    expect(await world.sell(id, 11.4)).toMatchObject({
      ok: true,
      value: { status: 'cancelled', execution: 'confirmed', profit: 1.4, settlement: { reason: 'sold' } },
    });
    await world.settle();
    expect(world.broker.sales.sent).toEqual(['c1']);
    expect(await world.events(id)).toEqual([...OPENED, 'ask_sale', 'sell']);
    expect(await world.transfers()).toHaveLength(3);
    expect(await world.mirror()).toMatchObject({ cash_minor: START_BALANCE_MINOR + 140, held_minor: 0 });
    await world.pass(120_000);
    expect(await world.only()).toMatchObject({ profit_minor: 140, settle_reason: 'sold', sale_asked_at: null });
  });

  it('can be sold while automation is stopped', async () => {
    const id = await placed();
    await database.db.sql`UPDATE user_settings SET kill_switch_at = now() WHERE user_id = ${world.userId}`;
    expect(await world.sell(id, 11.4)).toMatchObject({ ok: true, value: { settlement: { reason: 'sold' } } });
  });
});

describe('a repeated request to sell', () => {
  it('sends one sale and gets the same response for the same key', async () => {
    const id = await placed();
    const answers = await Promise.all([1, 2, 3].map(() => world.sell(id, 11.4, 'key')));
    expect(answers.every((answer) => answer?.ok)).toBe(true);
    expect(await world.sell(id, 11.4, 'key')).toMatchObject({ ok: true, value: { settlement: { reason: 'sold' } } });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });

  it('is refused as a conflict with the same key and another price', async () => {
    const id = await placed();
    await world.sell(id, 11.4, 'key');
    expect(await world.sell(id, 11.3, 'key')).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
  });

  it('is refused as a conflict with the key of the order', async () => {
    const order = await world.place({}, 'order-key');
    if (!order.ok) throw new Error(order.error.code);
    const again = await world.sell(order.value.id, 11.4, 'order-key');
    expect(again).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
    expect(world.broker.sales.sent).toEqual([]);
  });

  it('sends nothing while another sale is pending, with any key', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_sale'];
    world.broker.sales.records = 'early';
    expect(await world.sell(id, 11.4, 'a')).toMatchObject({ ok: true, value: { status: 'active' } });
    expect(await world.offer(id)).toMatchObject({ state: 'selling', min_price: 11.4 });
    expect(await world.sell(id, 11.4, 'b')).toMatchObject({ ok: true, value: { status: 'active' } });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });
});

describe('a refused sale', () => {
  it('leaves the trade running, states the reason, and is not sent again for its key', async () => {
    const id = await placed();
    const refused = { ok: false, error: { code: 'sale_price_moved', values: { name: 'IQ Option', price: '$20.00' } } };
    expect(await world.sell(id, 20, 'high')).toEqual(refused);
    expect(await world.sell(id, 20, 'high')).toEqual(refused);
    expect(await world.only()).toMatchObject({ status: 'active', sale_asked_at: null });
    expect(world.broker.sales.sent).toEqual(['c1']);
    expect(await world.sell(id, 11.4, 'low')).toMatchObject({ ok: true, value: { settlement: { reason: 'sold' } } });
    expect(await world.events(id)).toEqual([...OPENED, 'ask_sale', 'drop_sale', 'ask_sale', 'sell']);
    expect(await world.sell(id, 20, 'high')).toEqual(refused);
  });

  it('near the expiry states the reason of the broker, and the trade then ends with the result of its contract', async () => {
    const id = await placed();
    world.broker.sales.fates = [{ refuse: 'not_for_sale' }];
    const answer = await world.sell(id, 11.4);
    expect(answer).toMatchObject({ ok: false, error: { code: 'sale_refused', values: { name: 'IQ Option' } } });
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850 });
  });

  it('returns the ended trade, with one ledger transfer, if the contract has ended meanwhile', async () => {
    const id = await placed();
    world.broker.sales.fates = [{ refuse: 'contract_over' }];
    world.broker.end('c1', 'lost', -1_000);
    await world.sell(id, 11.4);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'lost', profit_minor: -1_000, sale_asked_at: null });
    expect(await world.transfers()).toHaveLength(3);
  });
});

describe('a sale whose reply is lost', () => {
  it('gets its ledger transfer from the broker’s records, and is sent once', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_reply'];
    world.broker.notifies = false;
    expect(await world.sell(id, 11.4)).toMatchObject({ ok: true, value: { status: 'active' } });
    await world.pass(10_000);
    expect(await world.only()).toMatchObject({ status: 'cancelled', settle_reason: 'sold', profit_minor: 140 });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });

  it('stays pending while the records are too early or unreadable', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_sale'];
    world.broker.sales.records = 'early';
    await world.sell(id, 11.4);
    await world.pass(20_000);
    world.broker.sales.records = 'unreadable';
    await world.pass(20_000);
    expect(await world.offer(id)).toMatchObject({ state: 'selling' });
    expect(await world.only()).toMatchObject({ status: 'active' });
  });

  it('is dropped if the records show the contract running, and can then be requested again', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_sale'];
    expect(await world.sell(id, 11.4, 'key')).toMatchObject({ ok: true, value: { status: 'active' } });
    await world.pass(10_000);
    expect(await world.events(id)).toEqual([...OPENED, 'ask_sale', 'drop_sale']);
    const late = await world.sell(id, 11.4, 'key');
    expect(late).toMatchObject({ ok: false, error: { code: 'sale_refused' } });
    expect(await world.sell(id, 11.4, 'again')).toMatchObject({ ok: true, value: { settlement: { reason: 'sold' } } });
    expect(world.broker.sales.sent).toEqual(['c1', 'c1']);
  });

  it('ends when the contract ends at its expiry, with one ledger transfer', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_sale'];
    world.broker.sales.records = 'early';
    await world.sell(id, 11.4);
    world.broker.end('c1', 'won', 850);
    await world.pass(5_000);
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850, sale_asked_at: null });
    expect(await world.transfers()).toHaveLength(3);
    expect(await world.offer(id)).toMatchObject({ state: 'unavailable', code: 'trade_not_running' });
  });

  it('keeps the balance unchanged until its ledger transfer is written, so the money is not counted twice', async () => {
    const id = await placed();
    await world.pass(5_000);
    world.broker.sales.fates = ['lose_reply'];
    world.broker.sales.records = 'unreadable';
    world.broker.notifies = false;
    await world.sell(id, 11.4);
    world.broker.publishBalance();
    await world.pass(5_000);
    expect(await world.mirror()).toMatchObject({ cash_minor: START_BALANCE_MINOR - 1_000, held_minor: 1_000 });
    world.broker.sales.records = 'late';
    await world.pass(10_000);
    expect(await world.mirror()).toMatchObject({ cash_minor: START_BALANCE_MINOR + 140, held_minor: 0 });
    expect(await world.transfers()).toHaveLength(3);
  });

  it('is resolved from the broker’s records if the adapter threw an error', async () => {
    const id = await placed();
    world.broker.sales.fates = ['throw'];
    await world.sell(id, 11.4);
    await world.pass(5_000);
    expect(await world.only()).toMatchObject({ settle_reason: 'sold', profit_minor: 140 });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });
});

describe('a restart while a sale has no reply', () => {
  it.each(['hang', 'lose_sale'] as const)('sends nothing again (%s)', async (fate) => {
    const id = await placed();
    world.broker.sales.fates = [fate];
    world.broker.notifies = false;
    const asked = world.sell(id, 11.4, 'key');
    await expect.poll(() => world.broker.sales.sent).toEqual(['c1']);
    await world.restart();
    await asked;
    await world.pass(10_000);
    const sold = { status: 'cancelled', settle_reason: 'sold', profit_minor: 140 };
    expect(await world.only()).toMatchObject(fate === 'hang' ? sold : { status: 'active', sale_asked_at: null });
    expect(await world.sell(id, 11.4, 'key')).toMatchObject({ ok: fate === 'hang' });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });
});

describe('a sale offer or a sale is refused', () => {
  const refusalOf = async (id: string) => {
    const answer = await world.sell(id, 11.4);
    return answer?.ok === false ? answer.error.code : answer;
  };

  it('for a trade of another user', async () => {
    const other = actorOf(await world.newUser());
    const id = await placed();
    expect(await world.offer(id, other)).toBeNull();
    expect(await world.sell(id, 11.4, null, other)).toBeNull();
  });

  it('for a paper trade, which can only wait for its expiry', async () => {
    await world.choose(null);
    world.market.tick(world.clock.now(), 1.1);
    const id = await placed();
    expect(await world.offer(id)).toMatchObject({ state: 'unavailable', code: 'sale_not_offered' });
    expect(await refusalOf(id)).toBe('sale_not_offered');
  });

  it('for a trade that has ended or expired', async () => {
    const id = await placed();
    world.clock.advance(60_000);
    expect(await refusalOf(id)).toBe('trade_not_running');
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect(await refusalOf(id)).toBe('trade_not_running');
  });

  it('for a trade at a broker without a connection', async () => {
    const id = await placed();
    world.broker.isThere = false;
    expect(await world.offer(id)).toMatchObject({ state: 'unavailable', code: 'broker_not_connected' });
    expect(await refusalOf(id)).toBe('broker_not_connected');
    world.broker.isThere = true;
  });

  it('for a trade of another login of the broker than the connected one', async () => {
    const id = await placed();
    world.broker.login = 'other';
    expect(await refusalOf(id)).toBe('sale_refused');
    expect(world.broker.sales.sent).toEqual([]);
  });

  it('only for another login, not for another chosen account of the same login', async () => {
    const id = await placed();
    world.broker.goneInUse = true;
    expect(await world.offer(id)).toMatchObject({ state: 'offered' });
  });

  it('for a bot, if the trade is on a real account', async () => {
    const id = await placed();
    const bot = { scopes: ['trade'] as const };
    const row = await world.only();
    expect(row.id).toBe(id);
    expect(findSellableContract(world.deps, row, bot)).toMatchObject({ ok: true });
    const real = { ...row, account: 'real' } as const;
    expect(findSellableContract(world.deps, real, bot)).toMatchObject({ ok: false, error: { code: 'bot_real_money' } });
  });

  it('if the broker states no price now', async () => {
    const id = await placed();
    world.broker.sales.offerFault = 'not_for_sale';
    expect(await world.offer(id)).toMatchObject({
      state: 'unavailable',
      code: 'sale_refused',
      reason: 'IQ Option no compra esta operación: ahora no ofrece precio por ella.',
    });
  });

  it('if the lowest price has more decimals than its currency', async () => {
    const id = await placed();
    expect(await world.sell(id, 11.4001)).toMatchObject({ ok: false, error: { code: 'amount_invalid' } });
  });
});

describe('a sale whose execution status is unknown', () => {
  /** Requests a sale that never arrives at the broker, and returns the trade. */
  const asked = async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_sale'];
    world.broker.sales.records = 'early';
    await world.sell(id, 11.4);
    return id;
  };
  const inTransaction = <Value>(work: Parameters<typeof database.db.transaction<Value>>[0]) =>
    database.db.transaction(work);
  const rowOf = async (id: string) => {
    const row = await inTransaction((tx) => lockBrokerTrade(tx, id));
    if (row === null) throw new Error('no such trade');
    return row;
  };

  it('is not sent by a process that does not hold the user’s shard', async () => {
    const row = await rowOf(await asked());
    const found = findSellableContract(world.deps, row, { scopes: null });
    if (!found.ok) throw new Error(found.error.code);
    const { sessionShards: own } = world.deps;
    const sessionShards: VenueDeps['sessionShards'] = {
      all: own.all,
      fresh: own.fresh,
      has: (userId) => own.has(userId),
      isFresh: () => false,
      ownerOf: (userId) => own.ownerOf(userId),
      fence: (tx, shards) => own.fence(tx, shards),
      transaction: (userIds, work) => own.transaction(userIds, work),
    };
    await new SaleSender({ ...world.deps, sessionShards }).send(row, found.value);
    expect(world.broker.sales.sent).toEqual(['c1']);
  });

  it('is not looked up in the records of another login', async () => {
    const id = await asked();
    world.broker.login = 'other';
    world.broker.sales.records = 'late';
    expect(await resolveSale(world.deps, id, world.broker.session)).toBe(false);
    expect((await rowOf(id)).sale_asked_at).not.toBeNull();
  });

  it('is not dropped because of records that were read before the sale was requested', async () => {
    const id = await asked();
    const { sales } = world.broker;
    sales.onReconcile = async () => {
      await database.db.sql`UPDATE trades SET sale_asked_at = sale_asked_at + interval '1 second' WHERE id = ${id}`;
      return { verdict: 'running' };
    };
    expect(await resolveSale(world.deps, id, world.broker.session)).toBe(true);
    expect((await rowOf(id)).sale_asked_at).not.toBeNull();
  });

  it('is dropped at most once, and not after the trade has ended or while no sale is pending', async () => {
    const id = await placed();
    const drop = async () => {
      const row = await rowOf(id);
      return inTransaction((tx) => dropSale(world.deps, tx, row, 'absent'));
    };
    expect(await drop()).toBeNull();
    await world.sell(id, 11.4);
    expect(await drop()).toBeNull();
    expect(await world.events(id)).toEqual([...OPENED, 'ask_sale', 'sell']);
  });
});
