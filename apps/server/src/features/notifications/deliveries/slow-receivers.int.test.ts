import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { DeliveryResult, ReceiverPort } from './ports.ts';
import { createDeliveryWorld, type DeliveryWorld } from './testing.ts';

let database: TestDatabase;
let world: DeliveryWorld;
let ana: Principal;
/** Ends the delivery to the webhook, which otherwise never ends. */
let answer: (delivery: DeliveryResult) => void;
let delivered: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  delivered = [];
  const port: ReceiverPort = {
    deliver: (receiverId) => {
      delivered.push(receiverId);
      return new Promise((resolve) => (answer = resolve));
    },
    recordResult: async () => undefined,
    forget: async () => undefined,
  };
  world = await createDeliveryWorld(database, { webhook: port });
  ana = await world.newPerson();
  return async () => {
    answer({ kind: 'taken' });
    await world.stop();
  };
});

async function webhook(): Promise<string> {
  const id = randomUUID();
  await database.db.sql`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${id}, ${ana.userId}, 'webhook', '{settled}', now())`;
  return id;
}

it('a webhook that does not answer delays no browser', async () => {
  const id = await webhook();
  await world.subscribe(ana);
  await world.settledTrade(ana);
  world.deliveries.worker.wake();
  await expect.poll(() => delivered).toEqual([id]);
  await world.settledTrade(ana);
  world.deliveries.worker.wake();
  await expect.poll(() => world.receiver.received.length).toBe(2);
  expect(delivered).toEqual([id]);
  answer({ kind: 'taken' });
  // The next message to the webhook follows by itself.
  await expect.poll(() => delivered).toEqual([id, id]);
});

it('a message that is on its way is not sent again after a leap of the clock', async () => {
  const id = await webhook();
  await world.settledTrade(ana);
  world.deliveries.worker.wake();
  await expect.poll(() => delivered).toEqual([id]);
  world.clock.jump(10 * 60_000);
  await world.subscribe(ana);
  await world.settledTrade(ana);
  world.deliveries.worker.wake();
  await expect.poll(() => world.receiver.received.length).toBe(1);
  expect(delivered).toEqual([id]);
});

it('a receiver that the user removed meanwhile is no failure of its channel', async () => {
  await webhook();
  await world.settledTrade(ana);
  world.deliveries.worker.wake();
  await expect.poll(() => delivered.length).toBe(1);
  answer({ kind: 'absent' });
  await expect.poll(() => world.states()).toEqual(['failed']);
  expect(await world.kinds(ana)).toEqual(['trade_ended']);
});
