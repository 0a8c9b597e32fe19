import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { personOf, removeEverybody } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { sellable } from './sale-refusal.ts';
import { venueWorld } from './testing.ts';
import { START_BALANCE_MINOR } from './testing-scripted-broker.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof venueWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());

/** Places the order of each test, which the broker accepts as contract c1. */
const placed = async (): Promise<string> => {
  const order = await world.place();
  if (!order.ok) throw new Error(order.error.code);
  return order.value.id;
};

beforeEach(async () => {
  await removeEverybody(database);
  world = await venueWorld(database);
  await world.start();
  return async () => {
    world.broker.release();
    await world.stop();
    await checkInvariants(database.db.sql, new Map());
  };
});

const OPENED = ['intent', 'send', 'accept', 'open'];

describe('a running trade', () => {
  it('has the broker’s price, its result and the time of the price', async () => {
    const id = await placed();
    expect(await world.offer(id)).toEqual({
      state: 'offered',
      currency: 'USD',
      price: 11.4,
      profit: 1.4,
      stated_at: new Date(world.clock.now()).toISOString(),
    });
  });

  it('is sold once, and booked with the money that the broker paid', async () => {
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
  it('sends one sale and gets the same answer with the same key', async () => {
    const id = await placed();
    const answers = await Promise.all([1, 2, 3].map(() => world.sell(id, 11.4, 'key')));
    expect(answers.every((answer) => answer?.ok)).toBe(true);
    expect(await world.sell(id, 11.4, 'key')).toMatchObject({ ok: true, value: { settlement: { reason: 'sold' } } });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });

  it('is a conflict with the same key and another price', async () => {
    const id = await placed();
    await world.sell(id, 11.4, 'key');
    expect(await world.sell(id, 11.3, 'key')).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
  });

  it('is a conflict with the key of the order', async () => {
    const order = await world.place({}, 'order-key');
    if (!order.ok) throw new Error(order.error.code);
    const again = await world.sell(order.value.id, 11.4, 'order-key');
    expect(again).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
    expect(world.broker.sales.sent).toEqual([]);
  });

  it('sends nothing while another sale has no outcome, whatever its key', async () => {
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
  it('leaves the trade running, says why, and sends nothing again for its key', async () => {
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

  it('near the expiry names the broker, and the trade ends in its ordinary way', async () => {
    const id = await placed();
    world.broker.sales.fates = [{ refuse: 'not_for_sale' }];
    const answer = await world.sell(id, 11.4);
    expect(answer).toMatchObject({ ok: false, error: { code: 'sale_refused', values: { name: 'IQ Option' } } });
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'won', profit_minor: 850 });
  });

  it('because the contract has ended meanwhile is answered with that end, booked once', async () => {
    const id = await placed();
    world.broker.sales.fates = [{ refuse: 'contract_over' }];
    world.broker.end('c1', 'lost', -1_000);
    await world.sell(id, 11.4);
    await world.settle();
    expect(await world.only()).toMatchObject({ status: 'lost', profit_minor: -1_000, sale_asked_at: null });
    expect(await world.transfers()).toHaveLength(3);
  });
});

describe('a sale whose answer is lost', () => {
  it('is booked by the broker’s records, and sent once', async () => {
    const id = await placed();
    world.broker.sales.fates = ['lose_reply'];
    world.broker.notifies = false;
    expect(await world.sell(id, 11.4)).toMatchObject({ ok: true, value: { status: 'active' } });
    await world.pass(10_000);
    expect(await world.only()).toMatchObject({ status: 'cancelled', settle_reason: 'sold', profit_minor: 140 });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });

  it('stays open while the records are too early or unreadable', async () => {
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

  it('is dropped if the records show the contract running, and can then be asked for again', async () => {
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

  it('ends with the ordinary end of the contract, booked once', async () => {
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

  it('leaves the balance as it was until its money is booked, so that the money is not counted twice', async () => {
    const id = await placed();
    await world.pass(5_000);
    world.broker.sales.fates = ['lose_reply'];
    world.broker.sales.records = 'unreadable';
    world.broker.notifies = false;
    await world.sell(id, 11.4);
    world.broker.tellBalance();
    await world.pass(5_000);
    expect(await world.mirror()).toMatchObject({ cash_minor: START_BALANCE_MINOR - 1_000, held_minor: 1_000 });
    world.broker.sales.records = 'late';
    await world.pass(10_000);
    expect(await world.mirror()).toMatchObject({ cash_minor: START_BALANCE_MINOR + 140, held_minor: 0 });
    expect(await world.transfers()).toHaveLength(3);
  });

  it('because the adapter failed is left to the records', async () => {
    const id = await placed();
    world.broker.sales.fates = ['throw'];
    await world.sell(id, 11.4);
    await world.pass(5_000);
    expect(await world.only()).toMatchObject({ settle_reason: 'sold', profit_minor: 140 });
    expect(world.broker.sales.sent).toEqual(['c1']);
  });
});

describe('a restart while a sale has no answer', () => {
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

describe('a trade that cannot be sold', () => {
  const refusalOf = async (id: string) => {
    const answer = await world.sell(id, 11.4);
    return answer?.ok === false ? answer.error.code : answer;
  };

  it('is another user’s', async () => {
    const other = personOf(await world.newUser());
    const id = await placed();
    expect(await world.offer(id, other)).toBeNull();
    expect(await world.sell(id, 11.4, null, other)).toBeNull();
  });

  it('is on paper, which waits for the end', async () => {
    await world.choose(null);
    world.market.tick(world.clock.now(), 1.1);
    const id = await placed();
    expect(await world.offer(id)).toMatchObject({ state: 'unavailable', code: 'sale_not_offered' });
    expect(await refusalOf(id)).toBe('sale_not_offered');
  });

  it('has ended, or has expired', async () => {
    const id = await placed();
    world.clock.advance(60_000);
    expect(await refusalOf(id)).toBe('trade_not_running');
    world.broker.end('c1', 'won', 850);
    await world.settle();
    expect(await refusalOf(id)).toBe('trade_not_running');
  });

  it('is at a broker without a connection', async () => {
    const id = await placed();
    world.broker.isThere = false;
    expect(await world.offer(id)).toMatchObject({ state: 'unavailable', code: 'broker_not_connected' });
    expect(await refusalOf(id)).toBe('broker_not_connected');
    world.broker.isThere = true;
  });

  it('belongs to another login of the broker than the connected one', async () => {
    const id = await placed();
    world.broker.login = 'other';
    expect(await refusalOf(id)).toBe('sale_refused');
    expect(world.broker.sales.sent).toEqual([]);
  });

  it('is on a real account, and a bot asks', async () => {
    const id = await placed();
    const bot = { scopes: ['trade'] as const };
    const row = await world.only();
    expect(row.id).toBe(id);
    expect(sellable(world.deps, row, bot)).toMatchObject({ ok: true });
    const real = { ...row, account: 'real' } as const;
    expect(sellable(world.deps, real, bot)).toMatchObject({ ok: false, error: { code: 'bot_real_money' } });
  });

  it('is one for which the broker states no price now', async () => {
    const id = await placed();
    world.broker.sales.offerFault = 'not_for_sale';
    expect(await world.offer(id)).toMatchObject({
      state: 'unavailable',
      code: 'sale_refused',
      reason: 'IQ Option no compra esta operación: ahora no ofrece precio por ella.',
    });
  });

  it('is asked for with more decimals than its currency has', async () => {
    const id = await placed();
    expect(await world.sell(id, 11.4001)).toMatchObject({ ok: false, error: { code: 'amount_invalid' } });
  });
});
