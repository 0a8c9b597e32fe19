import { randomUUID } from 'node:crypto';
import { PRICE_ALERTS_PER_PERSON, type PriceAlertBody } from '@vigia/contract';
import { epochMs } from '@vigia/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TICK, type TickMessage } from '#features/market-data/index.ts';
import type { MarketData } from '#features/market-data/market-data.ts';
import { singleMarket } from '#features/market-data/testing.ts';
import { createTradingWorld } from '#features/trading/testing.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { fireAlerts } from './alert.repository.ts';
import { AlertWatch } from './alert-watch.ts';
import { PriceAlerts } from './price-alerts.ts';

const log = createLogger('silent');
let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let alerts: PriceAlerts;
let watch: AlertWatch;
let ana: string;
/** Price that the user sees. */
let shown: number | null;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  world = createTradingWorld(database);
  ana = await world.newUser();
  shown = 1.1;
  alerts = new PriceAlerts({ ...deps(), markets: singleMarket(market as unknown as MarketData) });
  watch = await watching();
  return () => watch.stop();
});

/** A market with one asset, whose price the test sets. */
const market = {
  source: 'simulated',
  assets: () => [{ symbol: 'EURUSD' }],
  asset: (symbol: string) => (symbol === 'EURUSD' ? { symbol } : undefined),
  latest: () => (shown === null ? null : { price: shown, timeMs: epochMs(0) }),
};
const deps = () => ({ db: database.db, bus: world.bus, clock: world.clock });

async function watching(): Promise<AlertWatch> {
  const started = new AlertWatch({ ...deps(), log, cluster: createSingleProcessCluster(log) });
  started.start();
  await started.started();
  return started;
}

async function create(change: Partial<PriceAlertBody> = {}, who = ana): Promise<string> {
  const id = randomUUID();
  const made = await alerts.create(who, id, { symbol: 'EURUSD', direction: 'up', level: 1.2, ...change });
  if (!made.ok) throw new Error(made.error.code);
  await watch.compare();
  return id;
}

async function tick(price: number, change: Partial<TickMessage> = {}): Promise<void> {
  const timeMs = world.clock.now();
  world.bus.publish(TICK, { source: 'simulated', symbol: 'EURUSD', price, timeMs, backfilled: false, ...change });
  await watch.idle();
}
const notified = () => database.db.sql<{ subject: string; params: unknown }[]>`
  SELECT subject, params FROM notifications WHERE kind = 'price_alert' ORDER BY id`;
const notifiedIds = async () => (await notified()).map(({ subject }) => subject);

describe('an alert', () => {
  it('notifies when the price reaches its level, once, and states price and level', async () => {
    const id = await create();
    await tick(1.199_99);
    expect(await notified()).toEqual([]);
    await tick(1.2);
    await tick(1.19);
    await tick(1.21);
    expect(await notified()).toEqual([
      { subject: id, params: { symbol: 'EURUSD', direction: 'up', level: 1.2, price: 1.2 } },
    ]);
    expect(await alerts.list(ana)).toMatchObject([
      { id, fired_at: new Date(world.clock.now()).toISOString(), fired_price: 1.2 },
    ]);
  });

  it('notifies when the price falls to its level or past it', async () => {
    const id = await create({ direction: 'down', level: 1.05 });
    await tick(1.050_01);
    expect(await notified()).toEqual([]);
    await tick(1.01);
    expect(await notified()).toMatchObject([{ subject: id, params: { direction: 'down', price: 1.01 } }]);
  });

  it('is not fired by a backfilled price, another asset or another source', async () => {
    await create();
    await tick(1.3, { backfilled: true });
    await tick(1.3, { symbol: 'GBPUSD' });
    await tick(1.3, { source: 'deriv' });
    expect(await notified()).toEqual([]);
    await tick(1.25);
    expect(await notified()).toMatchObject([{ params: { price: 1.25 } }]);
  });

  it('survives a restart and fires on the first live price past its level', async () => {
    const id = await create();
    await watch.stop();
    await tick(1.3);
    watch = await watching();
    expect(await notified()).toEqual([]);
    await tick(1.22);
    expect(await notifiedIds()).toEqual([id]);
  });

  it('keeps the price at which it fired, after a restart and despite a late process', async () => {
    const id = await create();
    await tick(1.2);
    await watch.stop();
    watch = await watching();
    await tick(1.3);
    await fireAlerts(database.db.sql, [{ id, price: 1.4, atMs: world.clock.now() }]);
    expect(await notified()).toMatchObject([{ subject: id, params: { price: 1.2 } }]);
    expect(await alerts.list(ana)).toMatchObject([{ id, fired_price: 1.2 }]);
  });

  it('fires once if two processes see the price', async () => {
    await create();
    const other = await watching();
    await tick(1.2);
    await other.idle();
    await other.stop();
    expect(await notified()).toHaveLength(1);
  });

  it('is stored with the price at which it fired, even if the database was unavailable at that moment', async () => {
    const id = await create();
    await withConnection(parseDatabaseUrl(database.ownerUrl), async (sql) => {
      await sql`REVOKE UPDATE ON price_alerts FROM vigia_app`;
      await tick(1.2);
      expect(await notified()).toEqual([]);
      await sql`GRANT UPDATE ON price_alerts TO vigia_app`;
    });
    await tick(1.15);
    await watch.compare();
    world.clock.advance(2_000);
    await watch.idle();
    expect(await notified()).toMatchObject([{ subject: id, params: { price: 1.2 } }]);
  });

  it('is watched once its bus message arrives, or after the next comparison with the database if the message is lost', async () => {
    const id = randomUUID();
    await database.db.sql`
      INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at)
      VALUES (${id}, ${ana}, 'EURUSD', 'simulated', 'up', 1.2, now())`;
    await tick(1.3);
    expect(await notified()).toEqual([]);
    world.clock.advance(30_000);
    await watch.compare();
    await tick(1.2);
    expect(await notifiedIds()).toEqual([id]);
  });

  it('never fires after its deletion or the deletion of its user', async () => {
    const id = await create();
    expect(await alerts.remove(ana, id)).toBe(true);
    expect(await alerts.remove(ana, id)).toBe(false);
    const bruno = await world.newUser();
    await create({}, bruno);
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users WHERE id = ${bruno}`);
    await watch.compare();
    await tick(1.3);
    expect(await notified()).toEqual([]);
  });

  it('is sent, for an hour, by the channels whose topics include prices', async () => {
    await database.db.sql`
      INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
      VALUES (gen_random_uuid(), ${ana}, 'telegram', '{price}', now()),
             (gen_random_uuid(), ${ana}, 'webhook', '{settled}', now())`;
    await create();
    await tick(1.2);
    expect(
      await database.db.sql`
        SELECT channel, (extract(epoch FROM expires_at - created_at) / 60)::int AS minutes FROM notification_outbox`,
    ).toEqual([{ channel: 'telegram', minutes: 60 }]);
  });
});

describe('a new alert', () => {
  const refused = async (change: Partial<PriceAlertBody>) => {
    const made = await alerts.create(ana, randomUUID(), { symbol: 'EURUSD', direction: 'up', level: 1.2, ...change });
    return made.ok ? 'made' : made.error.code;
  };

  it('is refused on or past the price, for an unknown asset, and without a price', async () => {
    expect(await refused({ level: 1.1 })).toBe('price_alert_passed');
    expect(await refused({ level: 1.05 })).toBe('price_alert_passed');
    expect(await refused({ direction: 'down', level: 1.1 })).toBe('price_alert_passed');
    expect(await refused({ symbol: 'NADA' })).toBe('asset_unknown');
    shown = null;
    expect(await refused({})).toBe('prices_away');
  });

  it('is created once by a repeated request, and not with the id of another user', async () => {
    const id = await create();
    shown = 1.5;
    expect(await alerts.create(ana, id, { symbol: 'EURUSD', direction: 'up', level: 1.2 })).toMatchObject({ ok: true });
    expect(await alerts.list(ana)).toHaveLength(1);
    const bruno = await world.newUser();
    const foreign = await alerts.create(bruno, id, { symbol: 'EURUSD', direction: 'up', level: 9 });
    expect(foreign).toMatchObject({ error: { code: 'price_alert_not_found' } });
    expect(await alerts.remove(bruno, id)).toBe(false);
  });

  it('is stored by only one of eight concurrent requests for the last free place', async () => {
    await database.db.sql`
      INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at)
      SELECT gen_random_uuid(), ${ana}, 'EURUSD', 'simulated', 'up', 2, now()
      FROM generate_series(1, ${PRICE_ALERTS_PER_PERSON - 1}::int)`;
    const made = await Promise.all(Array.from({ length: 8 }, () => refused({})));
    expect(made.toSorted()).toEqual(['made', ...Array<string>(7).fill('price_alert_limit')]);
  });
});
