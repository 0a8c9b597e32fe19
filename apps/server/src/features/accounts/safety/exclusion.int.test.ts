import { type EpochMs, epochMs } from '@vigia/core/kernel';
import { CountingIds } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts } from '../accounts.ts';
import { NO_CONNECTIONS } from './connections.ts';
import { exclude, excludedUntil } from './exclusion.repository.ts';

const NOW_MS = epochMs(1_800_000_000_000);
const DAY_MS = 24 * 60 * 60_000;

const database = await createTestDatabase();
const { db } = database;
const ids = new CountingIds();
const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const accounts = createAccounts({ ids, keyedHash, connections: NO_CONNECTIONS });
afterAll(() => database.close());

/** Opens an account; with null it is anonymous. */
async function open(email: string | null): Promise<string> {
  const userId = ids.next();
  await db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
      VALUES (${userId}, ${email}, ${email === null}, now(), now())`;
    const account = { userId, email, phone: null, metadata: {}, isAnonymous: email === null, nowMs: NOW_MS };
    await accounts.openAccount(tx, account);
  });
  return userId;
}

const excludeUntil = (userId: string, untilMs: number) =>
  db.transaction((tx) => exclude(tx, { keyedHash }, { userId, untilMs, nowMs: NOW_MS }));
const adopt = (userId: string, email: string, nowMs: EpochMs = NOW_MS) =>
  db.transaction((tx) => accounts.adoptAddress(tx, userId, email, nowMs));
const until = (userId: string) => excludedUntil(db.sql, userId);
const remove = (userId: string) => db.sql`DELETE FROM auth_users WHERE id = ${userId}`;

describe('a self-exclusion', () => {
  it('does not exist at first', async () => {
    expect(await until(await open('nueva@example.com'))).toBeNull();
  });

  it('outlives its account: a new account with the same email address is excluded too', async () => {
    const first = await open('vuelve@example.com');
    await excludeUntil(first, NOW_MS + 7 * DAY_MS);
    await remove(first);
    expect(await until(await open('vuelve@example.com'))).toBe(NOW_MS + 7 * DAY_MS);
  });

  it('without an end stays permanent when the user requests one with an end', async () => {
    const id = await open('siempre@example.com');
    await excludeUntil(id, Infinity);
    await excludeUntil(id, NOW_MS + DAY_MS);
    expect(await until(id)).toBe(Infinity);
    await remove(id);
    expect(await until(await open('siempre@example.com'))).toBe(Infinity);
  });

  it('does not apply to a new account after its end', async () => {
    const first = await open('pasada@example.com');
    await excludeUntil(first, NOW_MS - 1);
    await remove(first);
    expect(await until(await open('pasada@example.com'))).toBeNull();
  });

  it('also applies to a new email address of the user', async () => {
    const id = await open('vieja@example.com');
    await excludeUntil(id, NOW_MS + DAY_MS);
    await adopt(id, 'otra@example.com');
    await remove(id);
    expect(await until(await open('otra@example.com'))).toBe(NOW_MS + DAY_MS);
    expect(await until(await open('vieja@example.com'))).toBe(NOW_MS + DAY_MS);
  });

  it('stores no email address, and its hashes cannot be computed without the key', async () => {
    const id = await open('secreta@example.com');
    await excludeUntil(id, Infinity);
    const rows = await db.sql<{ address_hash: Buffer }[]>`SELECT address_hash FROM self_excluded_addresses`;
    expect(rows.some((row) => row.address_hash.equals(keyedHash('self-excluded-address', 'secreta@example.com')))).toBe(
      true,
    );
    const other = createKeyedHash(Buffer.alloc(32, 8))('self-excluded-address', 'secreta@example.com');
    expect(rows.some((row) => row.address_hash.equals(other))).toBe(false);
  });
});

describe('confirming an email address', () => {
  it('marks the profile as verified, and stores the email address in it', async () => {
    const id = await open(null);
    await adopt(id, 'ana@example.com');
    const [row] = await db.sql`SELECT email, is_verified FROM users WHERE id = ${id}`;
    expect(row).toEqual({ email: 'ana@example.com', is_verified: true });
  });

  it('applies the self-exclusion of an earlier account with that address, and ends real-money trading at once', async () => {
    const earlier = await open('anonima@example.com');
    await excludeUntil(earlier, Infinity);
    await remove(earlier);
    const id = await open(null);
    await db.sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${id}`;
    await adopt(id, 'anonima@example.com');
    expect(await until(id)).toBe(Infinity);
    expect(await accounts.choice(db.sql, id)).toBeNull();
  });

  it('does not shorten a longer self-exclusion of the user', async () => {
    const earlier = await open('corta@example.com');
    await excludeUntil(earlier, NOW_MS + DAY_MS);
    await remove(earlier);
    const id = await open('larga@example.com');
    await excludeUntil(id, NOW_MS + 30 * DAY_MS);
    await adopt(id, 'corta@example.com');
    expect(await until(id)).toBe(NOW_MS + 30 * DAY_MS);
  });
});
