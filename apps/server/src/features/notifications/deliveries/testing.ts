import { randomUUID } from 'node:crypto';
import type { NotificationTopic } from '@vigia/contract';
import { Registry } from 'prom-client';
import { Push } from '#features/push/push.ts';
import { FakeBrowser, newPushKeys, PushReceiver } from '#features/push/testing.ts';
import { createTradingWorld } from '#features/trading/testing.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer } from '#platform/crypto/sealer.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createOutbox } from '#platform/mail/postgres-outbox.ts';
import { decryptMail } from '#platform/mail/sealed-mail.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { createInProcessWorkQueue } from '#platform/work/in-process-work-queue.ts';
import { createNotificationReader } from '../notification-reader.ts';
import { writeOpenTrade, writeSettledTrades } from '../testing.ts';
import { Deliveries } from './deliveries.ts';
import type { PortChannel, ReceiverPort } from './ports.ts';

export type DeliveryWorld = Awaited<ReturnType<typeof createDeliveryWorld>>;
/** Channels besides push. */
type Ports = Readonly<Partial<Record<Exclude<PortChannel, 'push'>, ReceiverPort>>>;
type Sender = { readonly push: Push; readonly deliveries: Deliveries };

const sealer = createSealer(Buffer.alloc(32, 9));

/**
 * Returns deliveries and push on the test's own database, with a push service on this machine. The test sets the time.
 */
export async function createDeliveryWorld(database: TestDatabase, others: Ports = {}) {
  const world = createTradingWorld(database);
  const receiver = await PushReceiver.start();
  const [keys, browser] = [newPushKeys(), new FakeBrowser()];
  const log = createLogger('silent');
  const background = new BackgroundWork(log);
  const { db } = database;
  const { clock, bus } = world;
  const work = createInProcessWorkQueue({ clock, log });
  const readNotification = createNotificationReader(log, new Registry());
  const outbox = createOutbox({ sealer, clock, ids: randomIds, wake: () => undefined });

  function another({ allowLoopback = true, ports = others } = {}): Sender {
    const sendTest = (userId: string, receiverId: string): Promise<void> =>
      deliveries.sendTest({ userId, channel: 'push', receiverId });
    const push = new Push({ db, bus, clock, ids: randomIds, background, keys, allowLoopback, sendTest });
    const siteUrl = () => 'https://vigia.example';
    const common = { db, bus, clock, ids: randomIds, log, work, outbox, readNotification, siteUrl };
    const deliveries = new Deliveries({ ...common, ports: { push, ...ports } });
    deliveries.startSending();
    return { push, deliveries };
  }
  const own = another();
  own.push.start();
  own.deliveries.start();
  const asOwner = <Result>(run: Parameters<typeof withConnection<Result>>[1]) =>
    withConnection(parseDatabaseUrl(database.ownerUrl), run);

  return {
    ...own,
    clock,
    bus,
    background,
    receiver,
    keys,
    browser,
    another,
    async newPerson(email: string | null = null): Promise<Principal> {
      const userId = await world.newUser();
      if (email !== null) {
        await asOwner(
          (sql) => sql`
            UPDATE auth_users SET email = ${email}, email_confirmed_at = now(), is_anonymous = false
            WHERE id = ${userId}`,
        );
        await asOwner((sql) => sql`UPDATE users SET email = ${email} WHERE id = ${userId}`);
      }
      return { userId, sessionId: randomUUID(), isAnonymous: email === null, aal: 'aal1', scopes: null };
    },
    async subscribe(who: Principal, name = 'ana', topics?: NotificationTopic[]) {
      const made = await own.push.subscribe(who, browser.subscription(receiver.endpoint(name), topics));
      if (!made.ok) throw new Error(made.error);
      return made.value;
    },
    /** Changes columns of the user's settings. */
    choose: ({ userId }: Principal, columns: Readonly<Record<string, unknown>>) =>
      db.sql`UPDATE user_settings SET ${db.sql(columns as never)} WHERE user_id = ${userId}`,
    async settledTrade({ userId }: Principal): Promise<string> {
      const id = await writeOpenTrade(database, userId);
      await writeSettledTrades(db.sql, [id], clock.now());
      return id;
    },
    async settledTrades({ userId }: Principal, count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count) ids.push(await writeOpenTrade(database, userId));
      await writeSettledTrades(db.sql, ids, clock.now());
      return ids;
    },
    /** Wakes the worker and waits until it has tried every due row. Another sender stops afterwards. */
    async deliver(sender: Sender = own): Promise<void> {
      const { worker } = sender.deliveries;
      worker.wake();
      await worker.idle();
      if (sender !== own) await sender.deliveries.stop();
    },
    messages: () => receiver.received.map(({ body }) => browser.open(body)),
    async states(): Promise<string[]> {
      const rows = await db.sql<{ state: string }[]>`SELECT state FROM notification_outbox ORDER BY id`;
      return rows.map(({ state }) => state);
    },
    /** Returns the enqueued mails, oldest first. */
    async mails() {
      const rows = await db.sql<{ id: string; sealed: Buffer }[]>`
        SELECT id, sealed FROM mail_outbox WHERE kind = 'notification' ORDER BY created_at, id`;
      return rows.flatMap((row) => decryptMail(sealer, row) ?? []);
    },
    async kinds({ userId }: Principal): Promise<string[]> {
      const rows = await db.sql<{ kind: string }[]>`
        SELECT kind FROM notifications WHERE user_id = ${userId} ORDER BY id`;
      return rows.map(({ kind }) => kind);
    },
    async stop(): Promise<void> {
      await own.deliveries.stop();
      own.push.stop();
      await receiver.stop();
    },
  };
}
