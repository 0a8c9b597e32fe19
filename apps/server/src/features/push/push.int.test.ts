import { randomUUID } from 'node:crypto';
import { PUSH_TOPICS, type PushSubscriptionBody } from '@vigia/contract';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TRADE_CHANGED } from '#features/trading/index.ts';
import { START_MS, tradingWorld } from '#features/trading/testing.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import { CLAIM_MS, claimPushes } from './outbox.repository.ts';
import { Push } from './push.ts';
import { FakeBrowser, newPushKeys, PushReceiver } from './testing.ts';

const MINUTE_MS = 60_000;
const KEYS = newPushKeys();

let database: TestDatabase;
let receiver: PushReceiver;
let world: ReturnType<typeof tradingWorld>;
let push: Push;
let background: BackgroundWork;
let ana: Principal;
const browser = new FakeBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  receiver = await PushReceiver.start();
  world = tradingWorld(database);
  ({ push, background } = newPush());
  ana = await newPerson();
  push.start();
  push.startSending();
  return async () => {
    await push.stop();
    await receiver.stop();
  };
});

function newPush(allowLoopback = true) {
  const log = createLogger('silent');
  const begun = new BackgroundWork(log);
  const { db } = database;
  const made = new Push({
    db,
    bus: world.bus,
    clock: world.clock,
    ids: randomIds,
    log,
    background: begun,
    keys: KEYS,
    allowLoopback,
    work: createInProcessWorkQueue({ clock: world.clock, log }),
  });
  return { push: made, background: begun };
}

async function newPerson(): Promise<Principal> {
  const userId = await world.newUser();
  return { userId, sessionId: randomUUID(), isAnonymous: true, aal: 'aal1', scopes: null };
}

async function subscribe(who = ana, name = 'ana', topics?: PushSubscriptionBody['topics'], of = browser) {
  const made = await push.subscribe(who, of.subscription(receiver.endpoint(name), topics));
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

/** Writes an open trade of this user as the trading feature stores it. */
async function openTrade({ userId }: Principal): Promise<string> {
  const id = randomUUID();
  const [entry, expiry] = [new Date(START_MS), new Date(START_MS + MINUTE_MS)];
  await withConnection(
    parseDatabaseUrl(database.ownerUrl),
    (sql) => sql`
      INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
                          stake_minor, payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time,
                          status, execution, created_at)
      SELECT ${id}, ${userId}, id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 123456,
             8500, 1, 1.1, ${START_MS}, ${entry}, ${expiry}, 'active', 'confirmed', ${entry}
      FROM accounts WHERE user_id = ${userId} AND broker = 'mock' LIMIT 1`,
  );
  return id;
}

/** Ends trades as settlement would: many trades in one SQL statement. */
const settle = (ids: readonly string[], status = 'won', profitMinor = 850) => database.db.sql`
  UPDATE trades SET status = ${status}, profit_minor = ${profitMinor}, settled_at = ${new Date(world.clock.now())}
  WHERE id = ANY(${ids}::uuid[])`;

async function settledTrade(who = ana): Promise<string> {
  const id = await openTrade(who);
  await settle([id]);
  return id;
}

/** Wakes the worker and waits until it has tried every due row. */
async function deliver(by = push): Promise<void> {
  by.outboxWorker.wake();
  await by.outboxWorker.idle();
}
const states = async () => {
  const rows = await database.db.sql<{ state: string }[]>`SELECT state FROM push_outbox ORDER BY created_at`;
  return rows.map(({ state }) => state);
};
const messages = () => receiver.received.map(({ body }) => browser.open(body));

describe('a settled trade', () => {
  it('is sent to the browser as an encrypted message with the result and no other amount of money', async () => {
    await subscribe();
    const id = await settledTrade();
    await deliver();
    expect(messages()).toEqual([
      { title: 'Ganada: EURUSD CALL', text: 'Resultado +$8.50', tag: `trade ${id}`, path: '/dashboard' },
    ]);
    const [message] = receiver.received;
    expect(message?.path).toBe('/push/ana');
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '3600' });
    expect(message?.headers['topic']).toBe(id.replaceAll('-', ''));
    expect(message?.body.toString('latin1')).not.toContain('EURUSD');
    expect(() => new FakeBrowser().open(message?.body ?? Buffer.alloc(0))).toThrow();
  });

  it('is sent in a request signed with the key with which the browsers subscribed', async () => {
    await subscribe();
    await settledTrade();
    await deliver();
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(receiver.received[0]?.headers.authorization ?? '') ?? [];
    expect(key).toBe(KEYS.publicKey);
    const point = Buffer.from(KEYS.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, jwk);
    expect(payload).toMatchObject({ sub: KEYS.subject, aud: new URL(receiver.endpoint('ana')).origin });
  });

  it.each([
    ['lost', -1_000, 'Perdida: EURUSD CALL', 'Resultado −$10.00'],
    ['expired', 0, 'Empate: EURUSD CALL', 'Resultado $0.00'],
    ['cancelled', 0, 'Anulada: EURUSD CALL', 'El monto volvió a tu cuenta.'],
    ['cancelled', -120, 'Vendida: EURUSD CALL', 'Resultado −$1.20'],
  ])('with the outcome %s is sent with the matching text', async (status, profit, title, text) => {
    await subscribe();
    const id = await openTrade(ana);
    await settle([id], status, profit);
    await deliver();
    expect(messages()).toMatchObject([{ title, text }]);
  });

  it('is sent to every subscribed browser of its owner, and to no other user', async () => {
    const bruno = await newPerson();
    await subscribe(ana, 'laptop');
    await subscribe(ana, 'phone');
    await subscribe(bruno, 'bruno');
    await subscribe(ana, 'only-signals', ['signal']);
    await settledTrade(ana);
    await deliver();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/push/laptop', '/push/phone']);
  });

  it('is sent as exactly one message, even if many trades settle in one statement', async () => {
    await subscribe();
    const ids = await Promise.all(Array.from({ length: 30 }, () => openTrade(ana)));
    await settle(ids);
    await deliver();
    await deliver();
    expect(
      messages()
        .map(({ tag }) => tag)
        .sort(),
    ).toEqual(ids.map((id) => `trade ${id}`).sort());
  });

  it('is sent immediately when the event is published on the bus', async () => {
    await subscribe();
    await settledTrade();
    // The subscriber reads only the trade's status.
    const trade = { status: 'won' } as Parameters<
      typeof world.bus.publish<{ userId: string; trade: never }>
    >[1]['trade'];
    world.bus.publish(TRADE_CHANGED, { userId: ana.userId, trade });
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    await push.outboxWorker.idle();
  });

  it('is sent after a restart if the process ended before the delivery', async () => {
    await subscribe();
    await push.stop();
    const id = await settledTrade();
    const next = newPush().push;
    next.startSending();
    await next.outboxWorker.idle();
    await next.stop();
    expect(messages()).toMatchObject([{ tag: `trade ${id}` }]);
    expect(await states()).toEqual(['sent']);
  });

  it('enqueues no message if the transaction of its settlement is rolled back', async () => {
    await subscribe();
    const id = await openTrade(ana);
    const undone = database.db.transaction(async (tx) => {
      await tx`UPDATE trades SET status = 'won', profit_minor = 1, settled_at = now() WHERE id = ${id}`;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await states()).toEqual([]);
  });

  it('is sent again with the same topic and tag if the worker crashed after it claimed the message', async () => {
    await subscribe();
    await settledTrade();
    // The row now looks as after a crash between sending the message and storing that it was sent.
    expect(await claimPushes(database.db.sql, world.clock.now())).toHaveLength(1);
    await deliver();
    expect(receiver.received).toEqual([]);
    world.clock.advance(CLAIM_MS);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });
});

describe('the outbox of push messages', () => {
  it.each(PUSH_TOPICS)('accepts rows of every topic that the API offers: %s', async (topic) => {
    const { id } = await subscribe(ana, 'ana', [topic]);
    const now = new Date(world.clock.now());
    await database.db.sql`
      INSERT INTO push_outbox (subscription_id, topic, subject, body, next_attempt_at, expires_at, created_at)
      VALUES (${id}, ${topic}, ${randomUUID()}, '{}', ${now}, ${now}, ${now})`;
    expect(await states()).toEqual(['waiting']);
  });
});

describe('PushOutboxWorker', () => {
  it.each([404, 410])('deletes a subscription and its waiting messages after status %i', async (status) => {
    await subscribe(ana, 'old');
    await subscribe(ana, 'new');
    receiver.answers.push({ status }, { status });
    await settledTrade();
    await deliver();
    expect(await push.list(ana)).toEqual([]);
    expect(await states()).toEqual([]);
  });

  it('retries after the delay of Retry-After, and then with its own backoff', async () => {
    await subscribe();
    receiver.answers.push({ status: 429, retryAfterS: 30 }, { status: 503 });
    await settledTrade();
    await deliver();
    world.clock.advance(29_000);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    world.clock.advance(1_000);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    world.clock.advance(31_000);
    await deliver();
    expect(await states()).toEqual(['sent']);
    expect(receiver.received).toHaveLength(3);
  });

  it('sends a message stored while the clock was wrongly ahead at once, and retries it within two hours', async () => {
    await subscribe();
    await settledTrade();
    const tomorrow = new Date(world.clock.now() + 24 * 60 * MINUTE_MS);
    await database.db.sql`UPDATE push_outbox SET next_attempt_at = ${tomorrow}`;
    receiver.answers.push({ status: 429, retryAfterS: 86_400 });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const inTwoHours = new Date(world.clock.now() + 120 * MINUTE_MS);
    expect(await database.db.sql`SELECT next_attempt_at FROM push_outbox`).toEqual([{ next_attempt_at: inTwoHours }]);
  });

  it('retries an unreachable push service until the message expires', async () => {
    await subscribe();
    await receiver.stop();
    await settledTrade();
    await deliver();
    expect(await states()).toEqual(['waiting']);
    world.clock.advance(61 * MINUTE_MS);
    await deliver();
    expect(await states()).toEqual(['failed']);
    receiver = await PushReceiver.start();
  });

  it('does not retry a message that the push service refused', async () => {
    await subscribe();
    receiver.answers.push({ status: 403 });
    await settledTrade();
    await deliver();
    world.clock.advance(MINUTE_MS);
    await deliver();
    expect([receiver.received.length, await states()]).toEqual([1, ['failed']]);
  });

  it('never sends a request to a private address, even for a subscription that is already stored', async () => {
    await subscribe();
    await push.stop();
    await settledTrade();
    const strict = newPush(false).push;
    expect(await strict.subscribe(ana, browser.subscription(receiver.endpoint('x')))).toEqual({
      ok: false,
      error: 'push_endpoint_refused',
    });
    strict.startSending();
    await strict.outboxWorker.idle();
    await strict.stop();
    expect([receiver.received.length, await states()]).toEqual([0, ['failed']]);
  });
});

describe('a signal', () => {
  const EXPIRES_MS = START_MS + 5 * MINUTE_MS;

  /** Creates a setup of this owner and a signal of it that was stored just now. */
  async function signalOf(userId: string | null): Promise<string> {
    const [setupId, id] = [randomUUID(), randomUUID()];
    const { sql } = database.db;
    await sql`
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
                              created_at, updated_at)
      VALUES (${setupId}, ${userId}, 'Racha', 'GBPUSD', '5m', true, '{}', 0, now(), now(), now())`;
    await sql`
      INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since,
        created_at)
      VALUES (${setupId}, 1, 'GBPUSD', '5m', '{}', 0, now(), now())`;
    await sql`
      INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash,
        hash, published_at)
      VALUES (${id}, ${setupId}, 1, 0, ${START_MS}, ${EXPIRES_MS}, '{"direction":"PUT"}', 'x', 'y',
              ${new Date(START_MS)})`;
    return id;
  }

  it('is sent to its owner before it expires', async () => {
    await subscribe();
    const id = await signalOf(ana.userId);
    await deliver();
    expect(messages()).toEqual([
      { title: 'Señal: GBPUSD PUT', text: 'De Racha.', tag: `signal ${id}`, path: '/dashboard' },
    ]);
    expect(receiver.received[0]?.headers['ttl']).toBe('300');
  });

  it('is not sent after its expiry', async () => {
    await subscribe();
    await signalOf(ana.userId);
    world.clock.advance(5 * MINUTE_MS);
    await deliver();
    expect([receiver.received.length, await states()]).toEqual([0, ['failed']]);
  });

  it('is not enqueued for a built-in setup or an unsubscribed topic', async () => {
    await subscribe(ana, 'ana', ['settled']);
    await subscribe(await newPerson(), 'bruno');
    await signalOf(null);
    await signalOf(ana.userId);
    await deliver();
    expect(await states()).toEqual([]);
  });

  it('is sent to its owner if a strategy published it', async () => {
    await subscribe();
    const [strategyId, id] = [randomUUID(), randomUUID()];
    const { sql } = database.db;
    await sql`
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
        created_at, updated_at)
      VALUES (${strategyId}, ${ana.userId}, 'Mi RSI', 'rsi', 'EURUSD', '5m', '{}', 'active', 0, now(), now(), now())`;
    await sql`
      INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time,
        live_since, created_at)
      VALUES (${strategyId}, 1, 'rsi', 'EURUSD', '5m', '{}', 0, now(), now())`;
    await sql`
      INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
        previous_hash, hash, published_at)
      VALUES (${id}, ${strategyId}, 1, 1, 0, ${START_MS}, ${EXPIRES_MS}, '{"direction":"CALL"}', 'x', 'y',
              ${new Date(START_MS)})`;
    await deliver();
    expect(messages()).toMatchObject([{ title: 'Señal: EURUSD CALL', text: 'De Mi RSI.' }]);
  });
});

describe('a push subscription of a browser', () => {
  it('is replaced when the same browser subscribes again', async () => {
    const first = await subscribe();
    const again = await subscribe(ana, 'ana', ['signal']);
    expect(again.id).toBe(first.id);
    expect(await push.list(ana)).toMatchObject([{ id: first.id, topics: ['signal'] }]);
  });

  it('is kept if another account subscribes with the same URL, and each account gets its own messages', async () => {
    const first = await subscribe(ana, 'shared');
    const bruno = await newPerson();
    const second = await subscribe(bruno, 'shared', ['signal']);
    expect(await push.list(ana)).toMatchObject([{ id: first.id, topics: first.topics }]);
    expect(await push.list(bruno)).toMatchObject([{ id: second.id, topics: ['signal'] }]);
    await settledTrade(ana);
    await deliver();
    expect(messages()).toHaveLength(1);
    expect((await push.unsubscribe(bruno, second.id)).ok).toBe(true);
    expect(await push.list(ana)).toHaveLength(1);
  });

  it('ends with the session that created it', async () => {
    await subscribe();
    await subscribe({ ...ana, sessionId: randomUUID() }, 'phone');
    world.bus.publish(SESSION_ENDED, { sessionId: ana.sessionId });
    await background.idle();
    expect(await push.list(ana)).toHaveLength(1);
  });

  it('can be deleted and tested only by its owner', async () => {
    const { id } = await subscribe();
    const bruno = await newPerson();
    const unknown = { ok: false, error: 'push_subscription_not_found' };
    expect(await push.unsubscribe(bruno, id)).toEqual(unknown);
    expect(await push.sendTest(bruno, id)).toEqual(unknown);
    expect((await push.sendTest(ana, id)).ok).toBe(true);
    await push.outboxWorker.idle();
    expect(messages()).toMatchObject([{ title: 'Avisos activados' }]);
    expect((await push.unsubscribe(ana, id)).ok).toBe(true);
    expect(await push.unsubscribe(ana, id)).toEqual(unknown);
  });

  it('is refused if the user already has subscriptions of ten browsers', async () => {
    for (let count = 0; count < 10; count += 1) await subscribe(ana, `browser-${count}`);
    const eleventh = browser.subscription(receiver.endpoint('eleventh'));
    expect(await push.subscribe(ana, eleventh)).toEqual({ ok: false, error: 'push_subscription_limit' });
    expect((await push.subscribe(ana, browser.subscription(receiver.endpoint('browser-3')))).ok).toBe(true);
  });
});
