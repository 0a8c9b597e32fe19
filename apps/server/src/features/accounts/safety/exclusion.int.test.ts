import { type EpochMs, epochMs } from '@vigia/core/kernel';
import { CountingIds } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts } from '../accounts.ts';
import { NO_CONNECTIONS } from './connections.ts';
import { excludedUntil, excludeFromRealMoney, followExclusions, readRealMoneyBlocks } from './exclusion.repository.ts';

const NOW_MS = epochMs(1_800_000_000_000);
const DAY_MS = 24 * 60 * 60_000;

const database = await createTestDatabase();
const { db } = database;
const ids = new CountingIds();
const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const accounts = createAccounts({ ids, keyedHash, connections: NO_CONNECTIONS });
afterAll(() => database.close());

/** Opens a user account; null as e-mail address opens an anonymous account. */
async function open(email: string | null, metadata: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const userId = ids.next();
  await db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
      VALUES (${userId}, ${email}, ${email === null}, now(), now())`;
    const account = { userId, email, phone: null, metadata, isAnonymous: email === null, nowMs: NOW_MS };
    await accounts.openAccount(tx, account);
  });
  return userId;
}

const excludeUntil = (userId: string, untilMs: number) =>
  db.transaction((tx) => excludeFromRealMoney(tx, { keyedHash }, { userId, untilMs, nowMs: NOW_MS }));
const adopt = (userId: string, email: string, nowMs: EpochMs = NOW_MS) =>
  db.transaction((tx) => accounts.adoptAddress(tx, userId, email, nowMs));
const until = (userId: string) => excludedUntil(db.sql, userId);
const remove = (userId: string) => db.sql`DELETE FROM auth_users WHERE id = ${userId}`;

describe('a self-exclusion', () => {
  it('does not exist for a new user', async () => {
    expect(await until(await open('nueva@example.com'))).toBeNull();
  });

  it('survives the deletion of the account: a new account with the same email address is excluded too', async () => {
    const first = await open('vuelve@example.com');
    await excludeUntil(first, NOW_MS + 7 * DAY_MS);
    await remove(first);
    expect(await until(await open('vuelve@example.com'))).toBe(NOW_MS + 7 * DAY_MS);
  });

  it('without an end stays permanent if the user later requests one with an end', async () => {
    const id = await open('siempre@example.com');
    await excludeUntil(id, Infinity);
    await excludeUntil(id, NOW_MS + DAY_MS);
    expect(await until(id)).toBe(Infinity);
    await remove(id);
    expect(await until(await open('siempre@example.com'))).toBe(Infinity);
  });

  it('does not apply to a new user account after its end', async () => {
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

  it('stores only keyed hashes of the email address, which cannot be computed without the key', async () => {
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

describe('a self-excluded person who opens a new user account', () => {
  it.each([
    ['nombre@example.com', 'nombre+1@example.com'],
    ['punto+casa@gmail.com', 'p.u.n.t.o@googlemail.com'],
    ['unico@münchen.de', 'unico+x@xn--mnchen-3ya.de'],
  ])('was excluded with the address %s and is recognised by the equivalent address %s', async (first, second) => {
    await excludeUntil(await open(first), Infinity);
    expect(await until(await open(second))).toBe(Infinity);
  });

  it('is not recognised by an address with other dots at a domain where dots distinguish mailboxes', async () => {
    await excludeUntil(await open('ana.maria@example.com'), Infinity);
    expect(await until(await open('anamaria@example.com'))).toBeNull();
  });

  it('is refused real money while the profile of the new account contains the same phone number', async () => {
    await excludeUntil(await open('con-telefono@example.com', { phone: '+57 300 123 4567' }), Infinity);
    const again = await open('otro-correo@example.com', { phone: '0057 (300) 123-4567' });
    expect(await readRealMoneyBlocks(db.sql, again, null)).toMatchObject({
      excludedUntilMs: Infinity,
      loginExcludedUntilMs: null,
    });
    const said = { how: 'replace', metadata: {}, nowMs: NOW_MS } as const;
    await db.transaction((tx) => accounts.introduce(tx, again, said));
    expect(await readRealMoneyBlocks(db.sql, again, null)).toMatchObject({
      excludedUntilMs: null,
      loginExcludedUntilMs: null,
    });
  });

  it('is recognised by mailbox and phone even if an earlier version stored only the hash of the address', async () => {
    const id = await open('vieja-version@example.com', { phone: '+57 300 765 4321' });
    await db.sql`UPDATE user_settings SET self_excluded_until = 'infinity' WHERE user_id = ${id}`;
    await db.sql`UPDATE users SET phone_mark = NULL WHERE id = ${id}`;
    await followExclusions(db, { keyedHash }, NOW_MS);
    expect(await until(await open('vieja-version+2@example.com'))).toBe(Infinity);
    const samePhone = await open('tercera@example.com', { phone: '+573007654321' });
    expect(await readRealMoneyBlocks(db.sql, samePhone, null)).toMatchObject({ excludedUntilMs: Infinity });
  });
});

describe('the broker login of an excluded person', () => {
  /** Connects a user with a broker login, and chooses the real account of this login. */
  async function connect(userId: string, name: string | null, accountIds: readonly string[]) {
    await db.sql`
      INSERT INTO broker_connections (user_id, broker, is_wanted, updated_at)
      VALUES (${userId}, 'iqoption', true, now())
      ON CONFLICT (user_id, broker) DO NOTHING`;
    await db.sql`
      UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${userId}`;
    await db.transaction(async (tx) => {
      for (const brokerAccount of accountIds) {
        const key = { broker: 'iqoption', kind: 'real', currency: 'USD', brokerAccount } as const;
        await accounts.lockBrokerAccount(tx, userId, key, NOW_MS);
      }
    });
    const login = { broker: 'iqoption', userId, name, accountIds, nowMs: NOW_MS };
    return db.transaction((tx) => accounts.recordLogin(tx, login));
  }
  const loginUntil = async (userId: string) =>
    (await readRealMoneyBlocks(db.sql, userId, 'iqoption')).loginExcludedUntilMs;

  it('is barred from real money for every user who connects it later, because its address is recognised', async () => {
    const first = await open('broker-1@example.com');
    await connect(first, 'Login+a@example.com', ['R101']);
    await excludeUntil(first, Infinity);
    const other = await open('broker-2@example.com');
    expect(await connect(other, 'login@example.com', ['R102'])).toEqual([other]);
    expect(await loginUntil(other)).toBe(Infinity);
    expect(await until(other)).toBeNull();
    expect(await accounts.choice(db.sql, other)).toBeNull();
  });

  it('is barred from real money by its broker account id, even after the user has deleted their account', async () => {
    const first = await open('broker-3@example.com');
    await connect(first, null, ['R201']);
    await excludeUntil(first, NOW_MS + DAY_MS);
    await remove(first);
    const other = await open('broker-4@example.com');
    await connect(other, null, ['R201']);
    expect(await loginUntil(other)).toBe(NOW_MS + DAY_MS);
  });

  it('is barred for another user who already uses it as soon as the excluded person connects it too', async () => {
    const other = await open('broker-80@example.com');
    await connect(other, 'later@example.com', ['R401']);
    const first = await open('broker-90@example.com');
    await excludeUntil(first, Infinity);
    await connect(first, 'later@example.com', ['R401']);
    expect(await loginUntil(other)).toBe(Infinity);
  });

  it('is barred for another user at once, and the chosen account of this user changes from real to paper', async () => {
    const [first, other, stranger] = [
      await open('broker-5@example.com'),
      await open('broker-6@example.com'),
      await open('broker-7@example.com'),
    ];
    await connect(first, 'shared@example.com', ['R301']);
    await connect(other, 'shared@example.com', ['R301']);
    await connect(stranger, 'stranger@example.com', ['R302']);
    expect(await excludeUntil(first, Infinity)).toEqual([other]);
    expect(await accounts.choice(db.sql, other)).toBeNull();
    expect(await loginUntil(stranger)).toBeNull();
    expect(await accounts.choice(db.sql, stranger)).toEqual({ broker: 'iqoption', kind: 'real' });
  });

  it('is barred from real money even if the excluded person first connects it after the exclusion', async () => {
    const first = await open('broker-8@example.com');
    await excludeUntil(first, Infinity);
    await connect(first, 'later@example.com', ['R401']);
    const other = await open('broker-9@example.com');
    await connect(other, 'later@example.com', []);
    expect(await loginUntil(other)).toBe(Infinity);
  });

  it('is not recognised by an account id without digits, because such ids are the same for every user', async () => {
    const first = await open('broker-10@example.com');
    await connect(first, null, ['live']);
    await excludeUntil(first, Infinity);
    const other = await open('broker-11@example.com');
    await connect(other, null, ['live']);
    expect(await loginUntil(other)).toBeNull();
  });
});

describe('the confirmation of an email address', () => {
  it('marks the profile as verified and stores the address in it', async () => {
    const id = await open(null);
    await adopt(id, 'ana@example.com');
    const [row] = await db.sql`SELECT email, is_verified FROM users WHERE id = ${id}`;
    expect(row).toEqual({ email: 'ana@example.com', is_verified: true });
  });

  it('applies the self-exclusion of an earlier account with this address, and ends real money at once', async () => {
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
