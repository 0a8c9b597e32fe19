import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { ok } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { startBrokersServer } from '../testing.ts';

const LOGIN = { email: 'ana@example.com', password: 'CANARY-9f31-clave' };
const server = await startBrokersServer();
const { db, newPerson, call, iqoption, quotex, deriv } = server;
afterAll(() => server.close());

const stored = async (userId: string) => {
  const [row] = await db.sql<{ sealed: Buffer; resume_sealed: Buffer | null; hint: string }[]>`
    SELECT sealed, resume_sealed, hint FROM broker_credentials WHERE user_id = ${userId}`;
  return row;
};
/** Creates a user with stored credentials but without a connection. */
async function keeper(broker = 'iqoption') {
  const person = await newPerson();
  await call(person.token, 'POST', `connect/${broker}`, LOGIN);
  (broker === 'iqoption' ? iqoption : quotex).last.listener.onResumable('CANARY-ssid-77');
  await server.background.idle();
  await call(person.token, 'POST', `disconnect/${broker}`);
  return person;
}
const reconnect = async (token: string, broker = 'iqoption') => {
  const sessions = iqoption.sessions.length + quotex.sessions.length;
  const answer = await call(token, 'POST', `connect/${broker}`, {});
  return { code: answer.error?.code, asked: iqoption.sessions.length + quotex.sessions.length - sessions };
};

describe('a stored login', () => {
  it('is stored as bytes that reveal nothing and differ for equal credentials', async () => {
    const [ana, eva] = [await keeper(), await keeper()];
    const rows = [await stored(ana.userId), await stored(eva.userId)];
    for (const row of rows) {
      const text = Buffer.concat([row?.sealed ?? Buffer.alloc(0), row?.resume_sealed ?? Buffer.alloc(0)]).toString(
        'latin1',
      );
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toContain('CANARY');
      expect(text).not.toContain('ana@');
    }
    expect(rows[0]?.sealed.equals(rows[1]?.sealed ?? Buffer.alloc(0))).toBe(false);
  });

  it.each([
    [
      'of another user',
      (from: string, to: string) => db.sql`
      UPDATE broker_credentials SET sealed = (SELECT sealed FROM broker_credentials WHERE user_id = ${from})
      WHERE user_id = ${to}`,
    ],
    [
      'of another user with their key',
      (from: string, to: string) =>
        db.transaction(async (tx) => {
          await tx`
        UPDATE broker_credentials SET sealed = (SELECT sealed FROM broker_credentials WHERE user_id = ${from})
        WHERE user_id = ${to}`;
          return tx`
        UPDATE user_data_keys SET sealed_key = (SELECT sealed_key FROM user_data_keys WHERE user_id = ${from})
        WHERE user_id = ${to}`;
        }),
    ],
    [
      'of another broker',
      (_from: string, to: string) => db.sql`
      UPDATE broker_credentials SET broker = 'quotex' WHERE user_id = ${to}`,
    ],
    [
      'of another column',
      (_from: string, to: string) => db.sql`
      UPDATE broker_credentials SET sealed = resume_sealed WHERE user_id = ${to}`,
    ],
    [
      'with one bit flipped',
      (_from: string, to: string) => db.sql`
      UPDATE broker_credentials SET sealed = set_bit(sealed, 300, 1 - get_bit(sealed, 300)) WHERE user_id = ${to}`,
    ],
  ] as const)('cannot be decrypted if its value is %s, and then no broker is contacted', async (what, tamper) => {
    const [ana, eva] = [await keeper(), await keeper()];
    await tamper(ana.userId, eva.userId);
    const broker = what === 'of another broker' ? 'quotex' : 'iqoption';
    expect(await reconnect(eva.token, broker)).toEqual({ code: 'broker_credentials_unreadable', asked: 0 });
    expect((await reconnect(ana.token)).code).toBeUndefined();
  });

  it('is bound to its user, even if two users have the same key', async () => {
    const [ana, eva] = [await keeper(), await keeper()];
    // Even with equal data keys, the value of one user must not be readable as another user's.
    const { Vault } = await import('./vault.ts');
    const { sealerWithKey } = await import('#platform/crypto/sealer.ts');
    const key = Buffer.alloc(32, 9);
    const keyRing = {
      wrap: (keyId: string) => ({ keyId, sealed: Buffer.alloc(1) }),
      unwrap: () => Buffer.from(key),
      has: () => true,
    };
    const vault = new Vault({ db, keyRing, clock: server.clock });
    const credentials: BrokerCredentials = { kind: 'password', ...LOGIN };
    await db.transaction((tx) => vault.store(tx, ana.userId, 'iqoption', { credentials, resume: null }));
    expect(await vault.read(ana.userId, 'iqoption')).toEqual(ok({ credentials, resume: null }));
    const row = await stored(ana.userId);
    const opened = sealerWithKey(key).open(
      row?.sealed ?? Buffer.alloc(0),
      `broker_credentials:sealed:${ana.userId}:iqoption:v1`,
    );
    expect(JSON.parse(opened.toString())).toEqual(credentials);
    await db.sql`
      UPDATE broker_credentials SET sealed = (SELECT sealed FROM broker_credentials WHERE user_id = ${ana.userId}),
        resume_sealed = NULL WHERE user_id = ${eva.userId}`;
    expect(await vault.read(eva.userId, 'iqoption')).toEqual({ ok: false, error: 'unreadable' });
  });

  it('can be deleted for one broker, while the logins at other brokers stay readable', async () => {
    const { token, userId } = await keeper();
    await call(token, 'POST', 'connect/deriv', { api_token: 'pat_abcdefghijkl' });
    await call(token, 'DELETE', 'credentials/iqoption');
    await call(token, 'POST', 'disconnect/deriv');
    expect((await call(token, 'POST', 'connect/deriv', {})).status).toBe(200);
    expect(deriv.last.credentials).toEqual({ kind: 'api_token', token: 'pat_abcdefghijkl', appId: '1089' });
    expect(await db.sql`SELECT broker FROM broker_credentials WHERE user_id = ${userId}`).toEqual([
      { broker: 'deriv' },
    ]);
  });

  it('is replaced by new credentials, together with the stored session secret', async () => {
    const { token, userId } = await keeper();
    await call(token, 'POST', 'connect/iqoption', { ...LOGIN, email: 'otra@example.com' });
    expect(await stored(userId)).toMatchObject({ hint: 'o…@example.com', resume_sealed: null });
  });
});
