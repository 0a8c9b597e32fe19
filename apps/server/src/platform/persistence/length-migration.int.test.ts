import { expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from './testing.ts';

const USER = `'00000000-0000-4000-8000-00000000000a'`;

/** SQL of a won paper trade and a running broker trade, with the money, in the form of migration step 0027. */
const AS_OF_0027 = `
  INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${USER}, true, now(), now());
  INSERT INTO users (id, created_at, updated_at) VALUES (${USER}, now(), now());
  INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, created_at) VALUES
    (gen_random_uuid(), ${USER}, 'mock', 'mock', 'USD', '', now()),
    (gen_random_uuid(), ${USER}, 'deriv', 'demo', 'USD', 'VR1', now());
  INSERT INTO trades (id, user_id, account_id, broker, account, currency, origin, symbol, source, direction,
                      stake_minor, payout_bp, duration_min, entry_price, entry_time, expiry_time, status, execution,
                      profit_minor, settled_at, created_at, broker_account, send_by)
    SELECT gen_random_uuid(), ${USER}, a.id, a.broker, a.kind, 'USD', 'manual', 'EURUSD', a.broker, 'CALL', 1000,
           8500, minutes, 1.1, '2026-11-20T14:00:00Z', '2026-11-20T14:05:00Z', status, 'confirmed', profit,
           ended::timestamptz, '2026-11-20T14:00:00Z', a.broker_account, '2026-11-20T14:00:05Z'
    FROM (VALUES ('mock', 5, 'won', 850, '2026-11-20T14:05:01Z'), ('deriv', 1440, 'active', NULL, NULL))
         AS v(broker, minutes, status, profit, ended)
    JOIN accounts a ON a.broker = v.broker;`;

const LENGTHS = 'duration_min, duration_s, duration_ticks';

it('the migration of trade durations keeps minutes and money of older trades, and allows only one duration per trade', async () => {
  const test = await createTestDatabase();
  const owner = parseDatabaseUrl(test.ownerUrl);
  try {
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    await migrate(
      owner,
      null,
      readMigrations().filter((step) => step.number <= 27),
    );
    await withConnection(owner, async (sql) => {
      await sql.unsafe(AS_OF_0027);
      const money = () => sql`
        SELECT broker, stake_minor::int, payout_bp, profit_minor::int, entry_time, expiry_time, status FROM trades
        ORDER BY broker`;
      const before = [...(await money())];
      await migrate(owner, null);
      expect([...(await money())]).toEqual(before);
      const lengths = await sql.unsafe(`SELECT broker, ${LENGTHS}, ticks_passed FROM trades ORDER BY broker`);
      const none = { duration_s: null, duration_ticks: null, ticks_passed: null };
      expect([...lengths]).toEqual([
        { broker: 'deriv', duration_min: 1_440, ...none },
        { broker: 'mock', duration_min: 5, ...none },
      ]);
      const become = (minutes: string, seconds: string, ticks: string, broker = 'deriv') =>
        sql.unsafe(`UPDATE trades SET (${LENGTHS}) = (${minutes}, ${seconds}, ${ticks}) WHERE broker = '${broker}'`);
      for (const [minutes, seconds, ticks] of [
        ['1', '15', 'NULL'],
        ['NULL', '15', '5'],
        ['NULL', 'NULL', 'NULL'],
        ['NULL', '60', 'NULL'],
        ['NULL', '0', 'NULL'],
        ['NULL', 'NULL', '11'],
      ] as const)
        await expect(become(minutes, seconds, ticks)).rejects.toMatchObject({ code: '23514' });
      await become('NULL', '15', 'NULL');
      await become('NULL', 'NULL', '5');
      await sql`UPDATE trades SET ticks_passed = 5 WHERE broker = 'deriv'`;
      await expect(sql`UPDATE trades SET ticks_passed = 6 WHERE broker = 'deriv'`).rejects.toMatchObject({
        code: '23514',
      });
      await expect(become('NULL', 'NULL', '5', 'mock')).rejects.toMatchObject({ code: '23514' });
    });
  } finally {
    await test.close();
  }
});
