import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { deferRowsBehind, lockDueReceivers } from './outbox.repository.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const PEOPLE = 400;
const MESSAGES = 10;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a search for receivers with due messages reads each row only a few times, even before tables are analyzed', async () => {
  const read = await database.db.transaction(async (tx) => {
    const now = new Date(NOW_MS);
    await tx`
      INSERT INTO auth_users (id, is_anonymous, email, created_at, updated_at)
      SELECT gen_random_uuid(), false, n || '@example.com', ${now}, ${now} FROM generate_series(1, ${PEOPLE}::int) n`;
    await tx`INSERT INTO users (id, created_at, updated_at) SELECT id, ${now}, ${now} FROM auth_users`;
    // The plans of both searches are made while the outbox is empty, and are used again.
    for (let time = 0; time < 6; time += 1) {
      await deferRowsBehind(tx, NOW_MS);
      await lockDueReceivers(tx, NOW_MS, true);
    }
    await tx`
      INSERT INTO notification_outbox (user_id, channel, is_urgent, due_at, expires_at, created_at)
      SELECT id, 'email', false, ${now}, ${new Date(NOW_MS + 60_000)}, ${now}
      FROM users, generate_series(1, ${MESSAGES}::int)`;
    const before = await rowsRead();
    await deferRowsBehind(tx, NOW_MS);
    const lanes = await lockDueReceivers(tx, NOW_MS, true);
    expect(lanes.length).toBeGreaterThan(1);
    return (await rowsRead()) - before;

    async function rowsRead(): Promise<number> {
      const [row] = await tx<[{ count: number }]>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables
        WHERE relname = 'notification_outbox'`;
      return row.count;
    }
  });
  expect(read).toBeLessThan(8 * PEOPLE * MESSAGES);
});
