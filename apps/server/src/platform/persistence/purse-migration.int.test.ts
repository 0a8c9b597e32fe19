import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const USER = '00000000-0000-4000-8000-00000000000a';

/**
 * SQL of a user in the form of migration step 0017. The user has a paper account, a practice account in euros with a
 * lost and an open trade, and a real-money account without trades.
 */
const AS_OF_0017 = `
  INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES ('${USER}', true, now(), now());
  INSERT INTO users (id, created_at, updated_at) VALUES ('${USER}', now(), now());
  INSERT INTO accounts (id, user_id, broker, kind, currency, created_at) VALUES
    ('00000000-0000-4000-8000-000000000001', '${USER}', 'mock', 'mock', 'USD', now()),
    ('00000000-0000-4000-8000-000000000002', '${USER}', 'iqoption', 'demo', 'EUR', now()),
    ('00000000-0000-4000-8000-000000000003', '${USER}', 'iqoption', 'real', 'EUR', now());
  INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
    SELECT gen_random_uuid(), id, 'deposit', 'funding', 1000000, -1000000, now() FROM accounts;
  INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                      payout_bp, duration_min, entry_price, entry_time, expiry_time, status, execution, profit_minor,
                      settled_at, created_at, broker_account, send_by)
    SELECT ('00000000-0000-4000-8000-00000000001' || n)::uuid, '${USER}', a.id, a.broker, a.kind, 'mock', 'manual',
           'EURUSD', 'simulated', 'CALL', 1000, 8500, 1, 1.1, '2026-11-20T14:00:00Z', '2026-11-20T14:01:00Z',
           CASE n WHEN 3 THEN 'active' ELSE 'lost' END, 'confirmed', CASE n WHEN 3 THEN NULL ELSE -1000 END,
           CASE n WHEN 3 THEN NULL ELSE timestamptz '2026-11-20T14:01:00Z' END, '2026-11-20T14:00:00Z',
           CASE a.kind WHEN 'demo' THEN '4711' END, '2026-11-20T14:00:05Z'
    FROM (VALUES (1, 'mock'), (2, 'demo'), (3, 'demo')) AS v(n, kind) JOIN accounts a ON a.kind = v.kind;
  INSERT INTO idempotency_keys (user_id, key, request_hash, response, created_at)
    SELECT user_id, 'key', '', jsonb_build_object('id', id, 'amount', 10), now() FROM trades WHERE status = 'active';`;

describe('the migration to accounts per currency', () => {
  let test: TestDatabase;
  let owner: ConnectionOptions;
  const upTo = (number: number) => readMigrations().filter((step) => step.number <= number);

  beforeEach(async () => {
    test = await createTestDatabase();
    owner = parseDatabaseUrl(test.ownerUrl);
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    await migrate(owner, null, upTo(17));
    await withConnection(owner, (sql) => sql.unsafe(AS_OF_0017));
    await migrate(owner, null);
  });
  afterEach(() => test.close());

  it('keeps every trade and balance, and gives each trade the currency of its account', async () => {
    await withConnection(owner, async (sql) => {
      const accounts = await sql`
        SELECT broker, kind, currency, broker_account, is_current, cash_minor::int AS cash FROM accounts ORDER BY id`;
      const kept = { is_current: true, cash: 1_000_000 };
      expect([...accounts]).toEqual([
        { broker: 'mock', kind: 'mock', currency: 'USD', broker_account: '', ...kept },
        { broker: 'iqoption', kind: 'demo', currency: 'EUR', broker_account: '4711', ...kept },
        { broker: 'iqoption', kind: 'real', currency: 'EUR', broker_account: '', ...kept },
      ]);
      const trades = await sql`SELECT account, currency, status, profit_minor::int AS profit FROM trades ORDER BY id`;
      expect([...trades]).toEqual([
        { account: 'mock', currency: 'USD', status: 'lost', profit: -1_000 },
        { account: 'demo', currency: 'EUR', status: 'lost', profit: -1_000 },
        { account: 'demo', currency: 'EUR', status: 'active', profit: null },
      ]);
    });
  });

  it('adds the currency to stored responses of idempotent requests', async () => {
    const [row] = await withConnection(owner, (sql) => sql`SELECT response FROM idempotency_keys`);
    expect(row?.['response']).toMatchObject({ amount: 10, currency: 'EUR' });
  });

  it('makes the database refuse a trade that differs from its account in kind or currency', async () => {
    await withConnection(owner, async (sql) => {
      await expect(sql`UPDATE accounts SET currency = 'USD' WHERE kind = 'demo'`).rejects.toMatchObject({
        code: '23503',
      });
      await expect(sql`UPDATE trades SET account = 'real' WHERE status = 'active'`).rejects.toMatchObject({
        code: '23503',
      });
    });
  });
});
