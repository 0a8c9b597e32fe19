import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from './postgres-security-log.ts';
import type { SecurityEvent } from './security-log.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.close());

const clock = new ManualClock(1_795_000_000_000);
const log = createSecurityLog({ clock, keyedHash: createKeyedHash(Buffer.alloc(32, 7)) });
const asOwner = (query: string) => withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql.unsafe(query));
const verify = () => log.verify(db);

async function newPerson(): Promise<string> {
  const id = randomIds.next();
  await db.sql`
    INSERT INTO auth_users (id, is_anonymous, user_metadata, created_at, updated_at)
    VALUES (${id}, true, '{}', now(), now())`;
  return id;
}

const event = (userId: string, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  userId,
  kind: 'signed_in',
  sessionId: null,
  ip: '127.0.0.1',
  userAgent: 'test',
  ...more,
});
const append = (...events: SecurityEvent[]) => db.transaction((tx) => log.append(tx, events));
async function withEntries(count: number): Promise<string> {
  const id = await newPerson();
  await append(...Array.from({ length: count }, () => event(id, { detail: { b: 'á', a: 1, c: null } })));
  return id;
}

beforeEach(() => asOwner('DELETE FROM auth_users'));

describe('the security log', () => {
  it('returns entries newest first, for each user separately', async () => {
    const [ana, luis] = [await newPerson(), await newPerson()];
    await append(
      event(ana),
      event(luis),
      event(ana, { kind: 'signed_out', detail: { why: 'x' }, userAgent: 'y'.repeat(400) }),
    );
    const entries = await log.read(db.sql, ana, { limit: 10 });
    expect(entries.map(({ seq, kind }) => [seq, kind])).toEqual([
      [2, 'signed_out'],
      [1, 'signed_in'],
    ]);
    expect(entries[0]).toMatchObject({ detail: { why: 'x' }, at: new Date(clock.now()), userAgent: 'y'.repeat(300) });
    expect(await log.read(db.sql, ana, { limit: 10, before: 2 })).toEqual(entries.slice(1));
    expect(await log.read(db.sql, ana, { limit: 1 })).toEqual(entries.slice(0, 1));
    expect(await verify()).toEqual([]);
  });

  it('links concurrent entries in one hash chain', async () => {
    const id = await newPerson();
    await Promise.all(Array.from({ length: 20 }, () => append(event(id), event(id))));
    const entries = await log.read(db.sql, id, { limit: 100 });
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
    expect(await verify()).toEqual([]);
  });

  it('contains no entry of a rolled-back transaction', async () => {
    const id = await withEntries(1);
    const undone = db.transaction(async (tx) => {
      await log.append(tx, [event(id)]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await append(event(id));
    expect((await log.read(db.sql, id, { limit: 9 })).map(({ seq }) => seq)).toEqual([2, 1]);
    expect(await verify()).toEqual([]);
  });

  it.each([
    "UPDATE security_log SET kind = 'signed_out'",
    'DELETE FROM security_log',
    'TRUNCATE security_log',
    'DELETE FROM security_log_heads',
    'ALTER TABLE security_log DISABLE TRIGGER ALL',
  ])('cannot be changed by the database role of the server: %s', async (query) => {
    await withEntries(1);
    await expect(db.sql.unsafe(query)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    [
      'a flipped byte of a hash',
      2,
      'UPDATE security_log SET hash = set_byte(hash, 5, get_byte(hash, 5) # 1) WHERE seq = 2',
    ],
    ['another hash of the one before', 2, "UPDATE security_log SET previous_hash = '\\x00' WHERE seq = 2"],
    ['another kind', 2, "UPDATE security_log SET kind = 'signed_out' WHERE seq = 2"],
    ['another time', 1, "UPDATE security_log SET at = at + interval '1 ms' WHERE seq = 1"],
    ['another address', 3, "UPDATE security_log SET ip = '10.0.0.1' WHERE seq = 3"],
    ['another device', 3, 'UPDATE security_log SET user_agent = NULL WHERE seq = 3'],
    ['another session', 3, 'UPDATE security_log SET session_id = user_id WHERE seq = 3'],
    ['another detail', 3, `UPDATE security_log SET detail = '{"a":2}' WHERE seq = 3`],
    ['a removed first row', 2, 'DELETE FROM security_log WHERE seq = 1'],
    ['a removed row', 3, 'DELETE FROM security_log WHERE seq = 2'],
    ['a cut tail', 3, 'DELETE FROM security_log WHERE seq >= 3'],
    ['everything gone', 1, 'DELETE FROM security_log'],
    [
      'a tail cut with its head moved back',
      3,
      'DELETE FROM security_log WHERE seq >= 3; UPDATE security_log_heads SET seq = 2',
    ],
    ['a head without its rows’ end', 5, 'UPDATE security_log_heads SET seq = 9'],
  ])('is reported as altered after %s', async (_name, seq, query) => {
    const id = await withEntries(4);
    expect(await verify()).toEqual([]);
    await asOwner(query);
    expect(await verify()).toEqual([{ userId: id, seq }]);
  });

  it('is reported as altered if an entry was written with another key', async () => {
    const id = await withEntries(1);
    const forger = createSecurityLog({ clock, keyedHash: createKeyedHash(Buffer.alloc(32, 8)) });
    await db.transaction((tx) => forger.append(tx, [event(id)]));
    expect(await verify()).toEqual([{ userId: id, seq: 2 }]);
  });

  it('is not reported as altered if an entry is written during the check', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => withEntries(3)));
    const writing = Promise.all(Array.from({ length: 60 }, (_, index) => append(event(ids[index % 5] ?? ''))));
    for (let round = 0; round < 10; round += 1) expect(await verify()).toEqual([]);
    await writing;
  });

  it('is deleted together with the user', async () => {
    const [gone, stays] = [await withEntries(2), await withEntries(1)];
    await db.sql`DELETE FROM auth_users WHERE id = ${gone}`;
    expect(await log.read(db.sql, gone, { limit: 9 })).toEqual([]);
    expect(await log.read(db.sql, stays, { limit: 9 })).toHaveLength(1);
    expect(await verify()).toEqual([]);
  });
});
