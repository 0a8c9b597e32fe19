import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { createTradingWorld } from './testing.ts';
import { EXPIRY_MS, placeCall, tradingDatabase } from './testing-paper.ts';
import { createTrading } from './trading.ts';

const PEOPLE = 20_000;
const TRADES = 20;
/** Tables with one row for each user of the installation. */
const TABLES = ['accounts', 'auth_users', 'push_subscriptions', 'user_settings', 'users'];

let database: TestDatabase;
beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());

/**
 * Adds users who have an account, settings and a browser each, and take no part in the trade. Their ids lie before and
 * after all others, so that a search in the order of ids passes many of them.
 */
async function addOtherUsers(): Promise<void> {
  const { sql } = database.db;
  await sql`
    INSERT INTO auth_users (id, is_anonymous, email, email_confirmed_at, created_at, updated_at)
    SELECT (prefix || substr(gen_random_uuid()::text, 9))::uuid, false, prefix || n || '@example.com', now(), now(),
           now()
    FROM generate_series(1, ${PEOPLE / 2}::int) n, unnest('{00000000,ffffffff}'::text[]) prefix`;
  await sql`
    INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO user_settings (user_id, updated_at) SELECT id, now() FROM users ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO accounts (id, user_id, broker, kind, created_at)
    SELECT gen_random_uuid(), id, 'mock', 'mock', now() FROM users ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics, created_at)
    SELECT gen_random_uuid(), id, gen_random_uuid(), 'https://push.example/' || id,
           sha256(convert_to(id::text, 'UTF8')), 'key', 'auth', '{settled}', now()
    FROM users`;
}

it('a settlement reads few rows of users whose trades it does not settle, and enqueues the messages to the others', async () => {
  const world = createTradingWorld(database);
  const trading = createTrading(world.deps);
  const owners = await Promise.all(Array.from({ length: TRADES }, () => world.newUser()));
  await addOtherUsers();
  const ids: string[] = [];
  for (const userId of owners) ids.push(await placeCall(trading, userId));
  world.market.tick(EXPIRY_MS - 1, 1.2);
  world.clock.advance(61_000);
  let read = Infinity;
  const { db } = world.deps;
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      const value = await work(tx);
      const [row] = await tx<[{ count: number }]>`
        SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_xact_user_tables
        WHERE relname = ANY(${TABLES}::text[])`;
      read = row.count;
      return value;
    });
  const settled: string[] = [];
  await settleDueTrades({ ...world.deps, db: { ...db, transaction } }, (trades) =>
    settled.push(...trades.map((trade) => trade.id)),
  );
  expect(settled.toSorted()).toEqual(ids.toSorted());
  expect(read / TRADES).toBeLessThan(40);
  const sent = await db.sql<{ userId: string }[]>`SELECT user_id AS "userId" FROM notification_outbox`;
  expect(sent.map((row) => row.userId).toSorted()).toEqual(owners.toSorted());
});
