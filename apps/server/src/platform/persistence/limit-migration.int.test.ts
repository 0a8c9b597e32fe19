import { expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from './testing.ts';

const USER = `'00000000-0000-4000-8000-00000000000a'`;
const UNLIMITED = `'00000000-0000-4000-8000-00000000000b'`;

it('the migration to limits per currency keeps every limit and every pending change of every account', async () => {
  const test = await createTestDatabase();
  const owner = parseDatabaseUrl(test.ownerUrl);
  try {
    await withConnection(owner, async (sql) => {
      await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vigia_app');
    });
    const before = readMigrations().filter((step) => step.number <= 20);
    await migrate(owner, null, before);
    await withConnection(owner, async (sql) => {
      for (const user of [USER, UNLIMITED]) {
        await sql.unsafe(`
          INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${user}, true, now(), now());
          INSERT INTO users (id, created_at, updated_at) VALUES (${user}, now(), now());
          INSERT INTO user_settings (user_id, updated_at) VALUES (${user}, now());
          INSERT INTO accounts (id, user_id, broker, kind, currency, created_at)
            VALUES (gen_random_uuid(), ${user}, 'mock', 'mock', 'USD', now());`);
      }
      await sql.unsafe(`
        UPDATE user_settings SET daily_loss_limit_minor = 5000, cool_down_losses = 3, cool_down_minutes = 45,
          waiting_limits = '{"dailyLossLimitMinor": {"value": 9000, "fromMs": 7}, "timeZone": {"value": "UTC", "fromMs": 8}}'
          WHERE user_id = ${USER};
        INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, created_at) VALUES
          (gen_random_uuid(), ${USER}, 'deriv', 'real', 'CLP', 'CR1', now()),
          (gen_random_uuid(), ${USER}, 'deriv', 'demo', 'EUR', 'VR1', now());`);
      await migrate(owner, null);
      const books = await sql`
        SELECT user_id = ${sql.unsafe(USER)} AS is_user, scope, currency, max_stake_minor, daily_loss_limit_minor,
               cool_down_losses, cool_down_minutes, waiting
        FROM limit_books ORDER BY scope, currency`;
      // The old limit of 50.00 is 5,000 minor units. A peso has no decimals, so 5,000 minor units are 5,000 pesos.
      const kept = {
        is_user: true,
        max_stake_minor: null,
        daily_loss_limit_minor: 5_000,
        cool_down_losses: 3,
        cool_down_minutes: 45,
        waiting: { dailyLossLimitMinor: { value: 9_000, fromMs: 7 } },
      };
      expect([...books]).toEqual([
        { ...kept, scope: 'practice', currency: 'EUR' },
        { ...kept, scope: 'practice', currency: 'USD' },
        { ...kept, scope: 'real', currency: 'CLP' },
        { ...kept, scope: 'real', currency: 'USD' },
      ]);
      const [waiting] = await sql`SELECT waiting_limits FROM user_settings WHERE user_id = ${sql.unsafe(USER)}`;
      expect(waiting).toEqual({ waiting_limits: { timeZone: { value: 'UTC', fromMs: 8 } } });
    });
  } finally {
    await test.close();
  }
});
