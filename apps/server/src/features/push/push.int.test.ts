import { randomUUID } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryWorld, type DeliveryWorld } from '#features/notifications/deliveries/testing.ts';
import { createSealer } from '#platform/crypto/sealer.ts';
import type { Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { pushKeysOf } from './installation-keys.ts';

let database: TestDatabase;
let world: DeliveryWorld;
let ana: Principal;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  world = await createDeliveryWorld(database);
  ana = await world.newPerson();
  return () => world.stop();
});

describe('the keys of push messages', () => {
  it('are made once, stay the same, and are stored encrypted', async () => {
    const sealer = createSealer(Buffer.alloc(32, 3));
    const keys = await pushKeysOf(database.db.sql, sealer, 'https://vigia.example');
    expect(await pushKeysOf(database.db.sql, sealer, 'https://vigia.example')).toEqual(keys);
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
    const [row] = await database.db.sql<{ value: object }[]>`SELECT value FROM installation WHERE key = 'push_keys'`;
    expect(JSON.stringify(row?.value)).toContain(keys.publicKey);
    expect(JSON.stringify(row?.value)).not.toContain(keys.privateKey);
    const other = createSealer(Buffer.alloc(32, 4));
    await expect(pushKeysOf(database.db.sql, other, 'https://vigia.example')).rejects.toThrow();
  });
});

describe('a push message', () => {
  it('is encrypted for its browser, and signed with the key with which the browsers subscribed', async () => {
    await world.subscribe(ana);
    await world.settledTrade(ana);
    await world.deliver();
    const [received] = world.receiver.received;
    expect(received?.path).toBe('/push/ana');
    expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '3600' });
    expect(received?.body.toString('latin1')).not.toContain('EURUSD');
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(received?.headers.authorization ?? '') ?? [];
    expect(key).toBe(world.keys.publicKey);
    const point = Buffer.from(world.keys.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, jwk);
    expect(payload).toMatchObject({ sub: world.keys.subject, aud: new URL(world.receiver.endpoint('ana')).origin });
  });

  it('is sent again later if the push service switches protocols instead of a response', async () => {
    await world.subscribe(ana);
    world.receiver.answers.push({ status: 101 });
    await world.settledTrade(ana);
    await world.deliver();
    expect([world.receiver.received.length, await world.states()]).toEqual([1, ['waiting']]);
    world.clock.advance(5_000);
    await world.deliver();
    expect(await world.states()).toEqual(['sent']);
  });

  it('is never sent to a private address, even for a subscription that is already stored', async () => {
    await world.subscribe(ana);
    await world.settledTrade(ana);
    const strict = world.another({ allowLoopback: false });
    expect(await strict.push.subscribe(ana, world.browser.subscription(world.receiver.endpoint('x')))).toEqual({
      ok: false,
      error: 'push_endpoint_refused',
    });
    await world.deliver(strict);
    expect([world.receiver.received.length, await world.states()]).toEqual([0, ['failed']]);
  });
});

describe('a push subscription of a browser', () => {
  it('is replaced when the same browser subscribes again', async () => {
    const first = await world.subscribe(ana);
    const again = await world.subscribe(ana, 'ana', ['signal']);
    expect(again.id).toBe(first.id);
    expect(await world.push.list(ana)).toMatchObject([{ id: first.id, topics: ['signal'] }]);
  });

  it('is kept if another account subscribes with the same URL, and each account gets its own messages', async () => {
    const first = await world.subscribe(ana, 'shared');
    const bruno = await world.newPerson();
    const second = await world.subscribe(bruno, 'shared', ['signal']);
    expect(await world.push.list(ana)).toMatchObject([{ id: first.id, topics: first.topics }]);
    expect(await world.push.list(bruno)).toMatchObject([{ id: second.id, topics: ['signal'] }]);
    await world.settledTrade(ana);
    await world.deliver();
    expect(world.messages()).toHaveLength(1);
    expect((await world.push.unsubscribe(bruno, second.id)).ok).toBe(true);
    expect(await world.push.list(ana)).toHaveLength(1);
  });

  it('ends with the session that created it', async () => {
    await world.subscribe(ana);
    await world.subscribe({ ...ana, sessionId: randomUUID() }, 'phone');
    world.bus.publish(SESSION_ENDED, { sessionId: ana.sessionId });
    await world.background.idle();
    expect(await world.push.list(ana)).toHaveLength(1);
  });

  it('can be deleted and tested only by its owner', async () => {
    const { id } = await world.subscribe(ana);
    const bruno = await world.newPerson();
    const unknown = { ok: false, error: 'push_subscription_not_found' };
    expect(await world.push.unsubscribe(bruno, id)).toEqual(unknown);
    expect(await world.push.sendTest(bruno, id)).toEqual(unknown);
    expect((await world.push.sendTest(ana, id)).ok).toBe(true);
    await world.deliver();
    expect(world.messages()).toMatchObject([{ title: 'Avisos activados' }]);
    expect((await world.push.unsubscribe(ana, id)).ok).toBe(true);
    expect(await world.push.unsubscribe(ana, id)).toEqual(unknown);
  });

  it('is refused if the user already has subscriptions of ten browsers', async () => {
    for (let count = 0; count < 10; count += 1) await world.subscribe(ana, `browser-${count}`);
    const eleventh = world.browser.subscription(world.receiver.endpoint('eleventh'));
    expect(await world.push.subscribe(ana, eleventh)).toEqual({ ok: false, error: 'push_subscription_limit' });
    expect((await world.push.subscribe(ana, world.browser.subscription(world.receiver.endpoint('browser-3')))).ok).toBe(
      true,
    );
  });
});
