import { expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from './testing.ts';

const USER = `'00000000-0000-4000-8000-00000000000a'`;

/** SQL of a won trade at each venue, and of a refused automatic order at Deriv, in the form of migration step 0022. */
const AS_OF_0022 = `
  INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${USER}, true, now(), now());
  INSERT INTO users (id, created_at, updated_at) VALUES (${USER}, now(), now());
  INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, created_at) VALUES
    (gen_random_uuid(), ${USER}, 'mock', 'mock', 'USD', '', now()),
    (gen_random_uuid(), ${USER}, 'deriv', 'demo', 'USD', 'VR1', now()),
    (gen_random_uuid(), ${USER}, 'iqoption', 'demo', 'USD', '7', now());
  INSERT INTO trades (id, user_id, account_id, broker, account, currency, origin, symbol, source, direction,
                      stake_minor, payout_bp, duration_min, entry_price, entry_time, expiry_time, status, execution,
                      profit_minor, settled_at, settle_price, settle_tick_ms, created_at, broker_account, send_by)
    SELECT gen_random_uuid(), ${USER}, a.id, a.broker, a.kind, 'USD', 'strategy', 'EURUSD', a.broker, 'CALL', 1000,
           payout, 1, 1.1, '2026-11-20T14:00:00Z', '2026-11-20T14:01:00Z', status, execution, profit,
           '2026-11-20T14:01:01Z', price, tick, '2026-11-20T14:00:00Z', a.broker_account, '2026-11-20T14:00:05Z'
    FROM (VALUES ('mock', 8500, 'won', 'confirmed', 850, 1.2, 59000),
                 ('deriv', 9000, 'won', 'confirmed', 900, 1.2, 61000),
                 ('deriv', 0, 'cancelled', 'rejected', 0, NULL, NULL),
                 ('iqoption', 8500, 'won', 'confirmed', 850, 1.2, 60000))
         AS v(broker, payout, status, execution, profit, price, tick)
    JOIN accounts a ON a.broker = v.broker;`;

it('the migration deletes payouts of 0 that no broker reported, and sale times that were stored as tick times', async () => {
  const test = await createTestDatabase();
  const owner = parseDatabaseUrl(test.ownerUrl);
  try {
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    await migrate(
      owner,
      null,
      readMigrations().filter((step) => step.number <= 22),
    );
    await withConnection(owner, async (sql) => {
      await sql.unsafe(AS_OF_0022);
      await migrate(owner, null);
      const trades = await sql`
        SELECT broker, payout_bp, settle_price, settle_tick_ms::int AS tick FROM trades ORDER BY broker, payout_bp`;
      expect([...trades]).toEqual([
        { broker: 'deriv', payout_bp: 9_000, settle_price: 1.2, tick: null },
        { broker: 'deriv', payout_bp: null, settle_price: null, tick: null },
        { broker: 'iqoption', payout_bp: 8_500, settle_price: 1.2, tick: 60_000 },
        { broker: 'mock', payout_bp: 8_500, settle_price: 1.2, tick: 59_000 },
      ]);
      const paper = sql`UPDATE trades SET payout_bp = NULL, corrections = corrections + 1 WHERE broker = 'mock'`;
      await expect(paper).rejects.toMatchObject({ code: '23514' });
    });
  } finally {
    await test.close();
  }
});
