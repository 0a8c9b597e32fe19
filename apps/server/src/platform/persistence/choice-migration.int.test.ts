import { expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from './testing.ts';

const USERS = ['a', 'b', 'c'].map((digit) => `'00000000-0000-4000-8000-00000000000${digit}'`);

it('the account-choice migrations keep the chosen account, and let automation use demo accounts only', async () => {
  const test = await createTestDatabase();
  const owner = parseDatabaseUrl(test.ownerUrl);
  try {
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    await migrate(
      owner,
      null,
      readMigrations().filter((step) => step.number <= 18),
    );
    const chosen = await withConnection(owner, async (sql) => {
      for (const [index, mode] of ['mock', 'iqoption_demo', 'iqoption_real'].entries()) {
        await sql.unsafe(`
          INSERT INTO auth_users (id, is_anonymous, created_at, updated_at)
            VALUES (${USERS[index]}, true, now(), now());
          INSERT INTO users (id, created_at, updated_at) VALUES (${USERS[index]}, now(), now());
          INSERT INTO user_settings (user_id, mode, updated_at) VALUES (${USERS[index]}, '${mode}', now());
          INSERT INTO broker_connections (user_id, broker, is_wanted, is_active, account_kind, updated_at)
            VALUES (${USERS[index]}, 'deriv', true, true, 'real', now());
          INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
            created_at, updated_at)
            VALUES (gen_random_uuid(), ${USERS[index]}, 'Mío', 'EURUSD', '1m', true, '{}', 0, now(), now(), now());
          INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time,
            live_since, created_at, updated_at)
            VALUES (gen_random_uuid(), ${USERS[index]}, 'RSI', 'rsi', 'EURUSD', '1m', '{}', 'active', 0, now(), now(),
              now());`);
      }
      await migrate(owner, null);
      return sql`
        SELECT s.chosen_broker, s.chosen_kind, p.account_broker AS setup, t.account_broker AS strategy
        FROM user_settings s JOIN pcr_setups p USING (user_id) JOIN strategies t USING (user_id) ORDER BY user_id`;
    });
    expect([...chosen]).toEqual([
      { chosen_broker: null, chosen_kind: null, setup: null, strategy: null },
      { chosen_broker: 'iqoption', chosen_kind: 'demo', setup: 'iqoption', strategy: 'iqoption' },
      { chosen_broker: 'iqoption', chosen_kind: 'real', setup: null, strategy: null },
    ]);
  } finally {
    await test.close();
  }
});
