import { expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from './testing.ts';

const USERS = ['a', 'b', 'c'].map((digit) => `'00000000-0000-4000-8000-00000000000${digit}'`);

it('the migration to one chosen account keeps that of the mode, and takes over no other real money', async () => {
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
            VALUES (${USERS[index]}, 'deriv', true, true, 'real', now());`);
      }
      await migrate(owner, null);
      return sql`SELECT chosen_broker, chosen_kind FROM user_settings ORDER BY user_id`;
    });
    expect([...chosen]).toEqual([
      { chosen_broker: null, chosen_kind: null },
      { chosen_broker: 'iqoption', chosen_kind: 'demo' },
      { chosen_broker: 'iqoption', chosen_kind: 'real' },
    ]);
  } finally {
    await test.close();
  }
});
