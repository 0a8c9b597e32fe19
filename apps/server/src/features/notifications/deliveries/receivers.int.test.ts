import { randomUUID } from 'node:crypto';
import type { NotificationTopic } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { DeliveryResult, OutgoingMessage, ReceiverPort } from './ports.ts';
import { createDeliveryWorld, type DeliveryWorld } from './testing.ts';

const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
let world: DeliveryWorld;
let ana: Principal;
let port: FakePort;

/** A channel that keeps its messages. It takes each of them unless the test set other results. */
class FakePort implements ReceiverPort {
  readonly messages: { readonly receiverId: string; readonly message: OutgoingMessage }[] = [];
  readonly results: DeliveryResult[] = [];
  readonly noted: string[] = [];
  readonly forgotten: string[] = [];

  async deliver(receiverId: string, message: OutgoingMessage): Promise<DeliveryResult> {
    this.messages.push({ receiverId, message });
    return this.results.shift() ?? { kind: 'taken' };
  }
  async recordResult(_receiverIds: readonly string[], result: 'sent' | 'failed'): Promise<void> {
    this.noted.push(result);
  }
  async forget(receiverId: string): Promise<void> {
    this.forgotten.push(receiverId);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  port = new FakePort();
  world = await createDeliveryWorld(database, { webhook: port });
  ana = await world.newPerson();
  return () => world.stop();
});

async function receiver(channel: 'telegram' | 'webhook', topics: NotificationTopic[] = ['settled']): Promise<string> {
  const id = randomUUID();
  await database.db.sql`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${id}, ${ana.userId}, ${channel}, ${topics}, now())`;
  return id;
}
const muteUntil = (id: string, untilMs: number) =>
  database.db.sql`UPDATE notification_receivers SET muted_until = ${new Date(untilMs)} WHERE id = ${id}`;

it('a receiver (browser, chat or webhook) gets the notifications of its topics, each with its data and its text', async () => {
  const id = await receiver('webhook');
  await receiver('webhook', ['signal']);
  const tradeId = await world.settledTrade(ana);
  await world.deliver();
  expect(port.messages).toMatchObject([
    {
      receiverId: id,
      message: {
        summary: { title: 'Ganada: EURUSD CALL' },
        items: [{ view: { kind: 'trade_ended', trade_id: tradeId, profit: 8.5 }, words: { tag: `trade ${tradeId}` } }],
        attempt: 1,
      },
    },
  ]);
  expect([await world.states(), port.noted]).toEqual([['sent'], ['sent']]);
});

it('a repeated message has the id of the first attempt', async () => {
  await receiver('webhook');
  port.results.push({ kind: 'later', reason: 'busy', retryAfterMs: 7_000 });
  await world.settledTrade(ana);
  await world.deliver();
  world.clock.advance(7_000);
  await world.deliver();
  const [first, second] = port.messages.map(({ message }) => message);
  expect([second?.id, second?.attempt, port.messages.length]).toEqual([first?.id, 2, 2]);
});

it('a receiver that no longer exists is deleted, and the user is notified', async () => {
  const id = await receiver('webhook');
  port.results.push({ kind: 'gone' });
  await world.settledTrade(ana);
  await world.deliver();
  expect([port.forgotten, await world.states()]).toEqual([[id], ['failed']]);
  expect(await world.kinds(ana)).toEqual(['trade_ended', 'channel_failed']);
});

it('a disabled receiver gets nothing', async () => {
  const id = await receiver('webhook');
  await database.db.sql`UPDATE notification_receivers SET disabled_at = now() WHERE id = ${id}`;
  await world.settledTrade(ana);
  expect(await world.states()).toEqual([]);
});

it('a muted receiver gets its notifications when the silence ends, but those about security at once', async () => {
  const id = await receiver('webhook', ['settled', 'security']);
  await muteUntil(id, world.clock.now() + HOUR_MS);
  await world.settledTrade(ana);
  await database.db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${ana.userId}, 'new_sign_in', 'x', 'x', '{"user_agent":null,"ip":null}', ${new Date(world.clock.now())})`;
  await world.deliver();
  expect(port.messages.map(({ message }) => message.items[0]?.view.kind)).toEqual(['new_sign_in']);
  world.clock.advance(HOUR_MS);
  await world.deliver();
  expect(port.messages[1]?.message.items[0]?.view.kind).toBe('trade_ended');
});

it('messages to a channel that is not set up wait, and are sent once it is set up', async () => {
  await receiver('telegram');
  await world.settledTrade(ana);
  await world.deliver();
  expect(await world.states()).toEqual(['waiting']);
  await world.deliveries.stop();
  world.clock.advance(HOUR_MS);
  await world.deliver(world.another({ ports: { telegram: port } }));
  expect(await world.states()).toEqual(['sent']);
});

it('a test message contains no notification', async () => {
  const receiverId = await receiver('webhook');
  await world.deliveries.sendTest({ userId: ana.userId, channel: 'webhook', receiverId });
  await world.deliver();
  expect(port.messages).toMatchObject([{ receiverId, message: { items: [], summary: { title: 'Avisos activados' } } }]);
});
