import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Config, readConfig } from '#platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { BROKERS } from './brokers.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';
import { verifySettlements } from './verify-settlements.ts';

let database: TestDatabase;
let app: TestApp;
let config: Config;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl });
  config = readConfig({ VIGIA_DATA_DIR: app.dataFolder, DATABASE_URL: database.ownerUrl });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

it('verifySettlements runs each due check once, and returns the numbers of verdicts', async () => {
  const { principal } = await newPerson(app);
  const { userId } = principal;
  const [account] = await database.db.sql<{ id: string }[]>`SELECT id FROM accounts WHERE user_id = ${userId}`;
  await database.db.sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, currency, origin, symbol, source, direction,
      stake_minor, payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
      profit_minor, settled_at, settle_price, settle_tick_ms, created_at)
    VALUES (${randomUUID()}, ${userId}, ${account?.id ?? null}, 'mock', 'mock', 'USD', 'manual', 'NONE', 'simulated',
      'CALL', 1000, 8500, 1, 1.1, 0, now() - interval '5 minutes', now() - interval '4 minutes', 'won', 'confirmed',
      850, now() - interval '4 minutes', 1.2, 0, now() - interval '5 minutes')`;
  const counts = [
    { broker: 'mock', account: 'mock', currency: 'USD', match: 0, differs: 0, no_data: 1, result_changes: 0 },
  ];
  expect(await verifySettlements(config, BROKERS)).toEqual({ made: 1, counts, differing: [] });
  expect(await verifySettlements(config, BROKERS)).toEqual({ made: 0, counts, differing: [] });
});
