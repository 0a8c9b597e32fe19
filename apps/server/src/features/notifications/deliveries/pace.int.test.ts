import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { NOTIFICATIONS_WRITTEN } from '../topics.ts';
import { createDeliveryWorld, type DeliveryWorld } from './testing.ts';

const BATCH_MS = 40;

let database: TestDatabase;
let world: DeliveryWorld;
let ana: Principal;
let bruno: Principal;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  world = await createDeliveryWorld(database);
  ana = await world.newPerson();
  bruno = await world.newPerson();
  await world.subscribe(ana, 'ana');
  await world.subscribe(bruno, 'bruno');
  return () => world.stop();
});

const receivers = () => world.receiver.received.map(({ path }) => path);

it('a notification sender pauses after a batch for as long as the batch took', async () => {
  world.receiver.onReceived = () => world.clock.advance(BATCH_MS);
  await world.settledTrade(ana);
  await world.deliver();
  await world.settledTrade(bruno);
  await world.deliver();
  expect(receivers()).toEqual(['/push/ana']);
  world.clock.advance(BATCH_MS);
  await world.deliveries.worker.idle();
  expect(receivers()).toEqual(['/push/ana', '/push/bruno']);
});

it('an event wakes the notification senders at once, and events in the next 250 ms wake them once afterwards', async () => {
  await world.settledTrade(ana);
  world.bus.publish(NOTIFICATIONS_WRITTEN, { userId: ana.userId });
  await expect.poll(receivers).toEqual(['/push/ana']);
  await world.deliveries.worker.idle();
  await world.settledTrade(bruno);
  world.bus.publish(NOTIFICATIONS_WRITTEN, { userId: bruno.userId });
  await setImmediate();
  await world.deliveries.worker.idle();
  expect(receivers()).toEqual(['/push/ana']);
  world.clock.advance(250);
  await expect.poll(receivers).toEqual(['/push/ana', '/push/bruno']);
});
