import { epochMs } from '@vigia/core/kernel';
import { afterAll, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { runningBots } from './running-bots.ts';

const NOW_MS = epochMs(1_800_000_000_000);
const LATER = new Date(NOW_MS + 1);
const { db, close } = await createTestDatabase();
afterAll(close);

async function newPerson(): Promise<string> {
  const id = randomIds.next();
  await db.sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${id}, true, now(), now())`;
  return id;
}

async function make(userId: string, scopes: readonly string[], more: object = {}): Promise<void> {
  const id = randomIds.next();
  await db.sql`
    INSERT INTO bot_tokens ${db.sql.row({
      id,
      user_id: userId,
      name: 'bot',
      token_hash: Buffer.from(id),
      last_four: 'abcd',
      scopes,
      created_at: new Date(NOW_MS),
      expires_at: LATER,
      ...more,
    })}`;
}

it('runningBots counts only those tokens of the user that may place orders now', async () => {
  const [userId, other] = [await newPerson(), await newPerson()];
  await make(userId, ['trade']);
  await make(userId, ['read', 'trade']);
  await make(userId, ['read', 'pcr']);
  await make(userId, ['trade'], { paused_at: new Date(NOW_MS) });
  await make(userId, ['trade'], { expires_at: new Date(NOW_MS) });
  await make(other, ['trade']);
  expect(await runningBots(db.sql, userId, NOW_MS)).toBe(2);
  expect(await runningBots(db.sql, userId, epochMs(LATER.getTime()))).toBe(0);
});
