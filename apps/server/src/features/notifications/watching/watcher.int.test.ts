import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROKER_STATUS_CHANGED } from '#features/brokers/index.ts';
import { FEED_CHANGED } from '#features/market-data/index.ts';
import { LIMIT_REACHED } from '#features/trading/index.ts';
import { createTradingWorld } from '#features/trading/testing.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { writeStrategy, writeWantedConnection } from '../testing.ts';
import { NOTIFICATIONS_WRITTEN } from '../topics.ts';
import { NotificationWatcher } from './watcher.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let background: BackgroundWork;
let watcher: NotificationWatcher;
let ana: string;
let isOwn = true;
/** Whether another process has taken the sessions over, and this process does not know yet. */
let isTakenOver = false;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  world = createTradingWorld(database);
  background = new BackgroundWork(createLogger('silent'));
  ana = await world.newUser();
  [isOwn, isTakenOver] = [true, false];
  watcher = newWatcher();
  return () => watcher.stop();
});

function newWatcher() {
  const { bus, clock } = world;
  const made = new NotificationWatcher({
    db: database.db,
    bus,
    clock,
    background,
    sessionShards: {
      has: () => isOwn,
      transaction: async (_userIds, work) => {
        if (isTakenOver) throw new LeaseLostError('broker-sessions.0');
        return database.db.transaction(work);
      },
    },
    brokerName: () => 'Deriv',
    sourceName: () => 'Mercado simulado',
    ownSource: 'simulated',
  });
  made.start();
  return made;
}

type Event = Parameters<typeof world.bus.publish<{ userId: string; brokerId: string; status: never }>>[1];

/** Publishes the state of the connection at Deriv. The watcher reads only these fields of it. */
async function become(state: string, expiresAtMs: number | null = null) {
  const expires_at = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
  const status = { connection_status: state, connection_info: { expires_at } } as Event['status'];
  world.bus.publish(BROKER_STATUS_CHANGED, { userId: ana, brokerId: 'deriv', status });
  await background.idle();
}
async function pass(ms: number) {
  world.clock.advance(ms);
  await background.idle();
}
async function feed(state: 'live' | 'starting' | 'stale' | 'down', source = 'simulated') {
  world.bus.publish(FEED_CHANGED, { source, state, staleSymbols: [] });
  await background.idle();
}
const kinds = async () => {
  const rows = await database.db.sql<{ kind: string }[]>`SELECT kind FROM notifications ORDER BY id`;
  return rows.map(({ kind }) => kind);
};

describe('a broker connection', () => {
  beforeEach(() => writeWantedConnection(database, ana));

  it('is reported once as lost after five seconds, and once as back', async () => {
    await become('connected');
    await become('connecting');
    await pass(4_900);
    await become('error');
    expect(await kinds()).toEqual([]);
    await pass(100);
    await become('connecting');
    await pass(60_000);
    expect(await kinds()).toEqual(['broker_lost']);
    await become('connected');
    await become('connected');
    expect(await kinds()).toEqual(['broker_lost', 'broker_back']);
  });

  it('is not reported if it is back within five seconds', async () => {
    await become('connected');
    await become('connecting');
    await pass(4_900);
    await become('connected');
    await pass(60_000);
    expect(await kinds()).toEqual([]);
  });

  it('is reported once as lost across restarts, and once as back', async () => {
    await become('connecting');
    await pass(5_000);
    watcher.stop();
    watcher = newWatcher();
    await become('connecting');
    await pass(5_000);
    expect(await kinds()).toEqual(['broker_lost']);
    watcher.stop();
    watcher = newWatcher();
    await become('connected');
    expect(await kinds()).toEqual(['broker_lost', 'broker_back']);
  });

  it('is not reported if its user ended it, or if another process holds it', async () => {
    await become('connected');
    await writeWantedConnection(database, ana, false);
    await become('connecting');
    await pass(5_000);
    await writeWantedConnection(database, ana, true);
    isOwn = false;
    await become('error');
    await pass(5_000);
    expect(await kinds()).toEqual([]);
  });

  it('is not reported by a process whose sessions another one has taken over', async () => {
    await become('connected');
    isTakenOver = true;
    await become('connecting');
    await pass(5_000);
    await become('connected', world.clock.now() + HOUR_MS);
    expect(await kinds()).toEqual([]);
  });

  it('is reported once for each session six hours before its end', async () => {
    const endMs = world.clock.now() + 40 * HOUR_MS;
    await become('connected', endMs);
    await pass(24 * HOUR_MS);
    await pass(9 * HOUR_MS);
    expect(await kinds()).toEqual([]);
    await pass(HOUR_MS);
    await become('connecting');
    await become('connected', endMs);
    expect(await kinds()).toEqual(['broker_expiring']);
    await become('connected', endMs + HOUR_MS);
    await pass(2 * HOUR_MS);
    expect(await kinds()).toEqual(['broker_expiring', 'broker_expiring']);
  });
});

describe('a price source', () => {
  it('is reported as lost after a minute, and as back, only to users whose running automations read it', async () => {
    await writeStrategy(database, ana);
    await world.newUser();
    await feed('stale');
    await pass(59_000);
    await feed('down');
    expect(await kinds()).toEqual([]);
    await pass(1_000);
    await feed('stale');
    await pass(61_000);
    expect(await kinds()).toEqual(['feed_lost']);
    await feed('live');
    await feed('live');
    expect(await kinds()).toEqual(['feed_lost', 'feed_back']);
    await feed('down', 'deriv');
    await pass(60_000);
    expect(await kinds()).toHaveLength(2);
  });
});

it('a limit that refused a manual order is written once as a notification and published for its user', async () => {
  const written: string[] = [];
  world.bus.subscribe(NOTIFICATIONS_WRITTEN, ({ userId }) => written.push(userId));
  const values = { limit: 5, resets: 'mañana a las 00:00' };
  const resetsAt = '2026-11-21T00:00:00.000Z';
  const limit = { userId: ana, symbol: 'EURUSD', code: 'daily_trade_limit', values, resetsAt };
  for (let order = 0; order < 2; order += 1) world.bus.publish(LIMIT_REACHED, limit);
  await background.idle();
  expect([await kinds(), written]).toEqual([['limit_reached'], [ana]]);
});
