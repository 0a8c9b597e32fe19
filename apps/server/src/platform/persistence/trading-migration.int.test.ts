import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/**
 * SQL of a user with a deposit of 10,000.00 and a won, a lost, a tied, a voided and a running trade of 10.00 at 85 %,
 * in the form of migration step 0002.
 */
const AS_OF_0002 = `
  INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES ('00000000-0000-4000-8000-00000000000a',
    true, now(), now());
  INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users;
  INSERT INTO accounts (id, user_id, broker, kind, created_at)
  SELECT '00000000-0000-4000-8000-00000000000b', id, 'mock', 'mock', now() FROM users;
  SELECT ensure_day_partitions('2026-11-20', '2026-11-20');
  CREATE TEMP TABLE c AS SELECT * FROM (VALUES
    (1, 'won', 850, 1.2, NULL), (2, 'lost', -1000, 1.0, NULL), (3, 'expired', 0, 1.1, NULL),
    (4, 'cancelled', 0, NULL, 'no_market'), (5, 'active', NULL, NULL, NULL)) AS v(n, status, profit, price, reason);
  INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
    stake_minor, payout_bp,
                      duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                        profit_minor,
                      settled_at, created_at)
  SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated',
         'CALL', 1000, 8500, 1, 1.1, 0, '2026-11-20T14:00:00Z', '2026-11-20T14:01:00Z', c.status, 'confirmed', c.profit,
         CASE WHEN c.status <> 'active' THEN timestamptz '2026-11-20T14:01:00Z' END, '2026-11-20T14:00:00Z'
  FROM c, accounts a;
  INSERT INTO trade_events (trade_id, seq, at, kind)
  SELECT t.id, s, t.entry_time, 'x' FROM trades t, generate_series(1, CASE t.status WHEN 'active' THEN 4 ELSE 6 END) s;
  INSERT INTO settlement_records (trade_id, source, entry_price, entry_tick_ms, settle_price, settle_tick_ms,
    reason, settled_at)
  SELECT t.id, 'simulated', 1.1, 0, c.price, CASE WHEN c.price IS NOT NULL THEN 59000 END, c.reason, t.settled_at
  FROM c JOIN trades t ON right(t.id::text, 1) = c.n::text WHERE c.status <> 'active';
  CREATE TEMP TABLE b (trade_id uuid, kind text, phase text, cash bigint, hold bigint, pnl bigint, equity bigint,
    id uuid DEFAULT gen_random_uuid());
  INSERT INTO b VALUES (NULL, 'deposit', 'funding', 1000000, 0, 0, -1000000);
  INSERT INTO b SELECT id, 'stake_hold', 'hold', -1000, 1000, 0, 0 FROM trades;
  INSERT INTO b SELECT id, 'settle', 'settlement', 1000 + profit_minor, -1000, -profit_minor, 0 FROM trades WHERE status <> 'active';
  INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, created_at)
  SELECT b.id, a.id, b.kind, b.phase, b.trade_id, '2026-11-20T14:00:00Z' FROM b, accounts a;
  INSERT INTO ledger_entries (transfer_id, account_id, book, amount_minor)
  SELECT b.id, a.id, e.book, e.amount FROM b, accounts a,
         LATERAL (VALUES ('user_cash', cash), ('user_hold', hold), ('broker_pnl', pnl), ('equity',
           equity)) AS e(book, amount)
  WHERE e.amount <> 0;`;

describe('the migration of a database from before the ledger', () => {
  let test: TestDatabase;
  let owner: ConnectionOptions;
  const steps = readMigrations();
  const upTo = (number: number) => steps.filter((step) => step.number <= number);

  beforeEach(async () => {
    test = await createTestDatabase();
    owner = parseDatabaseUrl(test.ownerUrl);
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    await migrate(owner, null, upTo(2));
    await withConnection(owner, (sql) => sql.unsafe(AS_OF_0002));
  });
  afterEach(() => test.close());

  it('keeps every balance, both entries of every transfer, and every settlement', async () => {
    const before = await withConnection(
      owner,
      (sql) => sql<{ id: string; cash: number; hold: number; pnl: number; equity: number }[]>`
        SELECT transfer_id AS id, coalesce(sum(amount_minor) FILTER (WHERE book = 'user_cash'), 0)::int AS cash,
               coalesce(sum(amount_minor) FILTER (WHERE book = 'user_hold'), 0)::int AS hold,
               coalesce(sum(amount_minor) FILTER (WHERE book = 'broker_pnl'), 0)::int AS pnl,
               coalesce(sum(amount_minor) FILTER (WHERE book = 'equity'), 0)::int AS equity
        FROM ledger_entries GROUP BY transfer_id ORDER BY transfer_id`,
    );
    await migrate(owner, null);
    await withConnection(owner, async (sql) => {
      const after = await sql`
        SELECT id, user_cash_minor::int AS cash, user_hold_minor::int AS hold, broker_pnl_minor::int AS pnl,
               equity_minor::int AS equity
        FROM ledger_transfers ORDER BY id`;
      expect([...after]).toEqual([...before]);
      const accounts = await sql`SELECT cash_minor::int AS cash, held_minor::int AS held FROM accounts`;
      expect([...accounts]).toEqual([{ cash: 998_850, held: 1_000 }]);
      const trades = await sql`
        SELECT status, profit_minor::int AS profit, settle_price, settle_tick_ms::int AS tick, settle_reason AS reason,
               last_seq, corrections
        FROM trades ORDER BY id`;
      const kept = (status: string, profit: number | null, price: number | null, reason: string | null = null) => ({
        status,
        profit,
        settle_price: price,
        tick: price === null ? null : 59_000,
        reason,
        last_seq: status === 'active' ? 4 : 6,
        corrections: 0,
      });
      expect([...trades]).toEqual([
        kept('won', 850, 1.2),
        kept('lost', -1_000, 1),
        kept('expired', 0, 1.1),
        kept('cancelled', 0, null, 'no_market'),
        kept('active', null, null),
      ]);
    });
  });

  it('converts the stored responses of the last day to the current format', async () => {
    await withConnection(owner, async (sql) => {
      await sql`UPDATE trades SET entry_tick_ms = 1795183199600 WHERE status = 'active'`;
      await sql`
        INSERT INTO idempotency_keys (user_id, key, request_hash, response, created_at)
        SELECT user_id, 'key', '', jsonb_build_object('id', id, 'amount', 10.5), now() FROM trades WHERE status = 'active'`;
    });
    await migrate(owner, null);
    const [row] = await withConnection(owner, (sql) => sql`SELECT response FROM idempotency_keys`);
    expect(row?.['response']).toMatchObject({
      amount: 10.5,
      entry_tick_time: new Date(1_795_183_199_600).toISOString(),
    });
  });
});
