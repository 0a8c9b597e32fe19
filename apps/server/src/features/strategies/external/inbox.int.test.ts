import { SeededRng } from '@vigia/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { deleteAllUsers } from '../../trading/testing.ts';
import type { Strategies } from '../strategies.ts';
import { createStrategyWorld, MINUTE_MS, START_MS, volatileTicks } from '../testing.ts';
import { strategyBody } from '../testing-body.ts';

const minute = (count: number): number => START_MS + count * MINUTE_MS;
const SOURCE = { type: 'external', timeframe: '1m', status: 'active', parameters: { duration: 2 } } as const;

let database: TestDatabase;
let world: ReturnType<typeof createStrategyWorld>;
let strategies: Strategies;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createStrategyWorld(database.db, volatileTicks(new SeededRng(11), 120));
  userId = await world.newPerson();
  world.market.playUntil(minute(20));
  strategies = await world.started();
});
afterEach(() => strategies.stop());
afterAll(() => database.close());

async function newSource(parameters: object = {}): Promise<string> {
  const wish = strategyBody({ ...SOURCE, parameters: { ...SOURCE.parameters, ...parameters } });
  const made = await strategies.create({ userId, scopes: null }, wish);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.id;
}

async function send(id: string, given: object = {}): Promise<string> {
  const sent = await strategies.external.receiveOwn(
    { userId, scopes: null },
    { strategy_id: id, direction: 'CALL', ...given },
  );
  return sent.ok ? sent.value.state : (sent.error.details[0]?.path ?? sent.error.code);
}

/** Lets the sweep find the messages, as after a restart or a lost work message: those that are older than a second. */
async function sweep(): Promise<void> {
  world.clock.advance(2_001);
  await expect.poll(async () => (await messagesOf()).filter(({ state }) => state === 'received')).toEqual([]);
}

const messagesOf = () => database.db.sql<{ state: string; reason: string | null }[]>`
  SELECT state, reason FROM external_messages WHERE user_id = ${userId} ORDER BY received_at, id`;
const signalsOf = async (id: string) => (await strategies.signals(userId, id)) ?? [];

it('a message that is handled after a restart becomes a signal with the time and price of its receipt', async () => {
  const id = await newSource();
  await strategies.stop();
  const [receivedMs, price] = [world.clock.now(), world.market.latest()?.price];
  expect(await send(id)).toBe('received');
  strategies = await world.started();
  await sweep();
  expect(await signalsOf(id)).toMatchObject([
    { direction: 'CALL', entry_time: new Date(receivedMs).toISOString(), entry_price: price, status: 'pending' },
  ]);
  expect(await messagesOf()).toEqual([{ state: 'signal', reason: null }]);
});

it('a message that waited for more than three seconds is refused as late', async () => {
  const id = await newSource();
  await strategies.stop();
  expect(await send(id)).toBe('received');
  world.clock.advance(3_001);
  strategies = await world.started();
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'refused', reason: 'waited' }]);
  expect(await signalsOf(id)).toEqual([]);
  expect(await strategies.rejections(userId, id)).toMatchObject([
    { stage: 'door', reason: 'waited', direction: 'CALL' },
  ]);
});

it('a crash after the signal is sealed and before the message is marked gives no second signal', async () => {
  const id = await newSource();
  await send(id);
  await sweep();
  await database.db.sql`UPDATE external_messages SET state = 'received', signal_id = NULL`;
  await strategies.stop();
  world.clock.advance(10_000);
  strategies = await world.started();
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'signal', reason: null }]);
  expect(await signalsOf(id)).toHaveLength(1);
});

it('a message is refused if its candle already has a signal, even if the earlier message was deleted', async () => {
  world.market.playUntil(minute(20) + 20_000);
  const id = await newSource();
  await send(id);
  await sweep();
  await database.db.sql`DELETE FROM external_messages`;
  expect(await send(id)).toBe('received');
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'refused', reason: 'candle_taken' }]);
  expect(await signalsOf(id)).toHaveLength(1);
});

it('a signal from outside is settled by the prices of its source, like any other signal', async () => {
  const id = await newSource();
  await send(id);
  await sweep();
  world.market.playUntil(minute(24));
  await strategies.drained();
  await expect.poll(async () => (await signalsOf(id))[0]?.status).toMatch(/won|lost|tie/);
});

it.each([
  ['hours', { gates: { hours: { from: '05:00', to: '06:00' } } }],
  ['days', { gates: { days: [1] } }],
  ['payout', { gates: { payout_min: 0.9 } }],
])('a message is refused by the gate %s of its strategy', async (reason, parameters) => {
  const id = await newSource(parameters);
  await send(id);
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'refused', reason }]);
});

it('the trading hours of a strategy are compared with the time at which a message was received', async () => {
  world.market.playUntil(minute(20) + 30_000);
  const id = await newSource({ gates: { hours: { from: '00:20', to: '00:21' } } });
  await send(id);
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'signal', reason: null }]);
});

it('a message is refused if its price source has no price, or if its strategy now follows rules on candles', async () => {
  const unpriced = await newSource();
  world.market.hasPrices = false;
  await send(unpriced);
  await sweep();
  world.market.hasPrices = true;
  const changed = await newSource();
  await strategies.stop();
  expect(await send(changed)).toBe('received');
  await database.db.sql`
    UPDATE strategies SET type = 'rsi', updated_at = ${new Date(world.clock.now())} WHERE id = ${changed}`;
  strategies = await world.started();
  await sweep();
  const reasons = (await messagesOf()).map(({ reason }) => reason);
  expect(reasons.toSorted()).toEqual(['off', 'unpriced']);
});

it('the cool-down counts candles since the last signal', async () => {
  const id = await newSource({ gates: { cooldown_candles: 2 } });
  await send(id);
  await sweep();
  for (const [count, state] of [
    [21, 'refused'],
    [22, 'signal'],
  ] as const) {
    world.market.playUntil(minute(count) + 30_000);
    expect(await send(id)).toBe('received');
    await sweep();
    expect((await messagesOf()).at(-1)?.state).toBe(state);
  }
  expect(await signalsOf(id)).toHaveLength(2);
});

it.each([
  ['stale', 'stale'],
  ['ahead', 'recording'],
] as const)('a message is refused while prices are in the state %s', async (state, reason) => {
  const id = await newSource();
  world.market.state = state;
  await send(id);
  await sweep();
  expect(await messagesOf()).toEqual([{ state: 'refused', reason }]);
});

it('a repeated id of the sender is refused in every candle, and a candle gives only one signal', async () => {
  const id = await newSource();
  expect(await send(id, { id: 'A' })).toBe('received');
  expect(await send(id, { id: 'A' })).toBe('duplicate');
  expect(await send(id, { id: 'B' })).toBe('candle_taken');
  await sweep();
  world.market.playUntil(minute(22));
  expect(await send(id, { id: 'A' })).toBe('duplicate');
  expect(await send(id, { id: 'B' })).toBe('received');
});

it('only the newest two hundred refused messages are kept', async () => {
  const id = await newSource();
  await database.db.sql`
    INSERT INTO external_messages (id, strategy_id, user_id, received_at, candle_time, text, text_hash, state, reason,
                                   sentence)
    SELECT gen_random_uuid(), ${id}, ${userId}, ${new Date(START_MS)}::timestamptz - n * interval '1 hour', n, '', '',
           'refused', 'old', 'x'
    FROM generate_series(1, 205) n`;
  expect(await send(id, { symbol: 'GBPUSD' })).toBe('symbol');
  const kept = await messagesOf();
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)).toEqual({ state: 'refused', reason: 'symbol' });
});
