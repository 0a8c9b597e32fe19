import { NOTIFICATION_TOPICS, type NotificationsQuery, type NotificationsRead } from '@vigia/contract';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTradingWorld } from '#features/trading/testing.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { NOTIFICATION_SECTIONS } from './export-sections.ts';
import { NewNotifications } from './new-notifications.ts';
import { deleteOld } from './notification.repository.ts';
import { createNotificationReader, type NotificationReader } from './notification-reader.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import {
  recordClosedGate,
  recordSignIn,
  writeOpenTrade,
  writeRawNotification,
  writeRefusedDecision,
  writeSettledTrades,
  writeSignal,
  writeStrategy,
} from './testing.ts';
import { NOTIFICATION_CREATED, NOTIFICATIONS_READ } from './topics.ts';
import { writeReachedLimit } from './watching/written.repository.ts';

const RESETS_AT = '2026-11-21T00:00:00.000Z';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let notifications: Notifications;
let registry: Registry;
let readNotification: NotificationReader;
let ana: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  world = createTradingWorld(database);
  registry = new Registry();
  readNotification = createNotificationReader(createLogger('silent'), registry);
  notifications = createNotifications({ db: database.db, clock: world.clock, bus: world.bus, readNotification });
  ana = await world.newUser();
});

const list = (userId = ana, query: Partial<NotificationsQuery> = {}) =>
  notifications.list(userId, { limit: 50, ...query });
const kinds = async (userId = ana) => (await list(userId)).map(({ kind }) => kind);
const settleNow = (ids: readonly string[], status = 'won', profit = 850) =>
  writeSettledTrades(database.db.sql, ids, world.clock.now(), status, profit);
async function settled(count: number, userId = ana): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await writeOpenTrade(database, userId));
  await settleNow(ids);
  return ids;
}

describe('a notification', () => {
  it('is written once with the end of a trade, also if the settlement is tried again', async () => {
    const [id] = await settled(1);
    await settleNow([id ?? '']);
    expect(await list()).toMatchObject([
      {
        kind: 'trade_ended',
        trade_id: id,
        symbol: 'EURUSD',
        direction: 'CALL',
        status: 'won',
        profit: 8.5,
        is_read: false,
      },
    ]);
    // A correction changes a trade that has already ended.
    await database.db.sql`UPDATE trades SET status = 'lost', profit_minor = -1000 WHERE id = ${id ?? ''}`.catch(
      () => null,
    );
    expect(await list()).toHaveLength(1);
  });

  it('is not written if the transaction of its event is rolled back', async () => {
    const id = await writeOpenTrade(database, ana);
    const failed = database.db.transaction(async (tx) => {
      await writeSettledTrades(tx, [id], world.clock.now());
      throw new Error('the process ends here');
    });
    await expect(failed).rejects.toThrow('the process ends here');
    expect(await list()).toEqual([]);
    await settleNow([id]);
    expect(await kinds()).toEqual(['trade_ended']);
  });

  it('reports an order without a response, and later its response, but not an order that was answered at once', async () => {
    const [doubtful, sure] = [await writeOpenTrade(database, ana), await writeOpenTrade(database, ana)];
    await database.db.sql`UPDATE trades SET execution = 'unknown' WHERE id = ${doubtful}`;
    await database.db.sql`UPDATE trades SET last_seq = last_seq WHERE id = ${sure}`;
    expect(await kinds()).toEqual(['order_in_doubt']);
    await database.db.sql`UPDATE trades SET execution = 'confirmed' WHERE id = ${doubtful}`;
    expect(await kinds()).toEqual(['order_resolved', 'order_in_doubt']);
  });

  it('reports the signals of the rules of its user, and why an order was not placed', async () => {
    const strategyId = await writeStrategy(database, ana);
    const signalId = await writeSignal(database, strategyId, 1);
    await writeRefusedDecision(database, { strategyId, signalId, userId: ana });
    expect(await list()).toMatchObject([
      {
        kind: 'automation_refused',
        automation_id: strategyId,
        name: 'Racha',
        direction: 'PUT',
        code: 'too_many_active',
      },
      { kind: 'signal', signal_id: signalId, name: 'Racha', symbol: 'EURUSD', entry_price: 1.08545 },
    ]);
    expect((await list())[0]).toHaveProperty('message', 'Ya tienes el máximo de 3 operaciones activas.');
  });

  it('reports once that an automation rests until its reset, and later that it has stopped', async () => {
    const strategyId = await writeStrategy(database, ana);
    const resting = { reached: { limit: 'operations', value: 3 }, resetsAt: RESETS_AT };
    for (const seq of [1, 2]) {
      const signalId = await writeSignal(database, strategyId, seq);
      await writeRefusedDecision(database, { strategyId, signalId, userId: ana }, resting);
    }
    expect(await kinds()).toEqual(['signal', 'automation_resting', 'signal']);
    await database.db.sql`UPDATE strategies SET auto_trade = false WHERE id = ${strategyId}`;
    const signalId = await writeSignal(database, strategyId, 3);
    await writeRefusedDecision(database, { strategyId, signalId, userId: ana }, resting);
    expect((await kinds())[0]).toBe('automation_stopped');
  });

  it('reports once until its reset that a limit of the account refused orders, by hand and automatic', async () => {
    const strategyId = await writeStrategy(database, ana);
    for (const seq of [1, 2]) {
      const signalId = await writeSignal(database, strategyId, seq);
      const refusal = { code: 'daily_trade_limit', resetsAt: RESETS_AT };
      await writeRefusedDecision(database, { strategyId, signalId, userId: ana }, refusal);
    }
    const manual = { userId: ana, symbol: 'EURUSD', code: 'daily_trade_limit', values: { limit: 5, resets: 'mañana' } };
    await writeReachedLimit(database.db.sql, { ...manual, resetsAt: RESETS_AT }, world.clock.now());
    expect(await kinds()).toEqual(['signal', 'limit_reached', 'signal']);
    await writeReachedLimit(database.db.sql, { ...manual, resetsAt: '2026-11-22T00:00:00.000Z' }, world.clock.now());
    expect((await list())[0]).toMatchObject({
      kind: 'limit_reached',
      symbol: 'EURUSD',
      message: 'Alcanzaste tu máximo de 5 operaciones por día. Se reinicia mañana.',
      resets_at: '2026-11-22T00:00:00.000Z',
    });
  });

  it('reports that the graduation gate moved rules from real money to demo', async () => {
    await recordClosedGate(database, ana, 1);
    expect(await list()).toMatchObject([{ kind: 'real_closed', name: 'Racha', why: 'faltan datos' }]);
  });

  it('is left out and counted if it cannot be read, and the others are still listed', async () => {
    await settled(1);
    await writeRawNotification(database, ana, 'from_the_future', {});
    await writeRawNotification(database, ana, 'signal', { symbol: 7 });
    expect(await kinds()).toEqual(['trade_ended']);
    expect(await registry.getSingleMetricAsString('vigia_notifications_unreadable_total')).toContain('total 2');
    const exported: unknown[] = [];
    for (const { pages } of NOTIFICATION_SECTIONS)
      for await (const page of pages(database.db.sql, ana)) exported.push(...page.map((row) => row['kind']));
    expect(exported).toEqual(['signal', 'from_the_future', 'trade_ended']);
  });

  it('reports a sign-in from another device, but not the first one of a user and no new browser version', async () => {
    await recordSignIn(database, ana, 1, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0');
    await recordSignIn(database, ana, 2, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0');
    expect(await list()).toEqual([]);
    await recordSignIn(database, ana, 3, 'Mozilla/5.0 (iPhone) Safari/18');
    expect(await list()).toMatchObject([
      { kind: 'new_sign_in', user_agent: 'Mozilla/5.0 (iPhone) Safari/18', ip: '10.0.0.1' },
    ]);
  });
});

describe('the list of notifications', () => {
  it('is newest first, continues before an id, and can be limited to a topic', async () => {
    await settled(3);
    await writeSignal(database, await writeStrategy(database, ana), 1);
    const all = await list();
    expect(all.map(({ kind }) => kind)).toEqual(['signal', 'trade_ended', 'trade_ended', 'trade_ended']);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((one, other) => other - one));
    expect(await list(ana, { before: all[1]?.id, limit: 1 })).toEqual([all[2]]);
    expect(await list(ana, { topic: 'signal' })).toEqual([all[0]]);
    const counts = await Promise.all(NOTIFICATION_TOPICS.map(async (topic) => (await list(ana, { topic })).length));
    expect(counts.reduce((sum, count) => sum + count)).toBe(all.length);
  });

  it('shows and marks only the notifications of its user', async () => {
    const luis = await world.newUser();
    await settled(1);
    const [mine] = await list();
    expect(await list(luis)).toEqual([]);
    await notifications.markRead(luis, { ids: [mine?.id ?? 0], scope: 'these' });
    await notifications.markRead(luis, { ids: [mine?.id ?? 0], scope: 'up_to' });
    expect(await list()).toMatchObject([{ is_read: false }]);
  });

  it('has one read state for all devices, and publishes each change of it once', async () => {
    const heard: unknown[] = [];
    world.bus.subscribe(NOTIFICATIONS_READ, (event) => heard.push(event));
    await settled(3);
    const [newest, middle] = await list();
    const one: NotificationsRead = { ids: [newest?.id ?? 0], scope: 'these' };
    expect(await notifications.markRead(ana, one)).toEqual({ unread: 2, latest_id: newest?.id });
    await notifications.markRead(ana, one);
    const upTo: NotificationsRead = { ids: [middle?.id ?? 0], scope: 'up_to' };
    expect(await notifications.markRead(ana, upTo)).toMatchObject({ unread: 0 });
    expect(heard).toEqual([
      { userId: ana, read: one, unread: 2 },
      { userId: ana, read: upTo, unread: 0 },
    ]);
    expect((await list()).map(({ is_read: isRead }) => isRead)).toEqual([true, true, true]);
  });

  it('drops notifications beyond their age or number, and those of a deleted user', async () => {
    await settled(3);
    await deleteOld(database.db.sql, world.clock.now(), 90 * DAY_MS, 2);
    expect(await list()).toHaveLength(2);
    await deleteOld(database.db.sql, world.clock.now() + 1, 0, 2);
    expect(await list()).toEqual([]);
    await settled(1);
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
    expect(await list()).toEqual([]);
  });
});

describe('new notifications', () => {
  const start = () => {
    const { db } = database;
    const log = createLogger('silent');
    const news = new NewNotifications({ db, bus: world.bus, clock: world.clock, log, readNotification });
    const published: string[] = [];
    world.bus.subscribe(NOTIFICATION_CREATED, ({ userId, notification, unread }) =>
      published.push(`${userId === ana ? 'ana' : 'luis'} ${notification.kind} ${unread}`),
    );
    const look = async (...userIds: string[]) => {
      for (const userId of userIds) news.look(userId);
      world.clock.advance(50);
      await news.idle();
    };
    return { news, published, look };
  };

  it('are published once, with the number of unread ones, only for the users of the event', async () => {
    const { news, published, look } = start();
    const luis = await world.newUser();
    await settled(2);
    await settled(1, luis);
    await look(ana, ana);
    expect(published).toEqual(['ana trade_ended 2', 'ana trade_ended 2']);
    await look(ana, luis);
    expect(published.slice(2)).toEqual(['luis trade_ended 1']);
    await news.stop();
  });

  it('are not published if they are older than a minute', async () => {
    const { news, published, look } = start();
    await settled(1);
    world.clock.advance(60_001);
    await look(ana);
    expect(published).toEqual([]);
    await news.stop();
  });

  it('are published later if the database cannot be reached', async () => {
    const { news, published, look } = start();
    await settled(1);
    await withConnection(
      parseDatabaseUrl(database.ownerUrl),
      (sql) => sql`REVOKE SELECT ON notifications FROM vigia_app`,
    );
    await look(ana);
    expect(published).toEqual([]);
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`GRANT SELECT ON notifications TO vigia_app`);
    world.clock.advance(1_000);
    await news.idle();
    expect(published).toEqual(['ana trade_ended 1']);
    await news.stop();
  });
});
