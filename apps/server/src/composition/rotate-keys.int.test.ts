import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBroker } from '#features/brokers/testing.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { ensureDataKey } from '#platform/crypto/data-keys.ts';
import { createKeyRing, keyIdOf } from '#platform/crypto/key-ring.ts';
import { masterKeyFile, nextKeyFile } from '#platform/crypto/master-key.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { rotateKeys } from './rotate-keys.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';
import { verifySecurityLogs } from './verify-security-logs.ts';

const PEOPLE = 250;
const CHILD = fileURLToPath(new URL('./testing-rotation.ts', import.meta.url));

const broker = new FakeBroker('iqoption', 'IQ Option');
let database: TestDatabase;
let app: TestApp;
let dataFolder = '';
const people: TestPerson[] = [];

const settings = () => ({ VIGIA_DATA_DIR: dataFolder, DATABASE_URL: database.ownerUrl });
/** Port of the server. It stays the same after restarts, because tokens contain the address. */
let port = '0';
const start = (environment: Record<string, string> = {}) =>
  startTestApp({
    databaseUrl: database.ownerUrl,
    dataFolder,
    brokers: [broker],
    environment: { PORT: port, ...environment },
  });
const masterKey = () => readFileSync(masterKeyFile(dataFolder));
const keyIds = async () => {
  const rows = await database.db.sql<{ key_id: string }[]>`SELECT DISTINCT key_id FROM user_data_keys ORDER BY 1`;
  return rows.map((row) => row.key_id);
};
const connect = async (person: TestPerson, body: object) => {
  const answer = await fetch(`${app.url}/api/v1/multi-broker/connect/iqoption`, {
    method: 'POST',
    headers: { ...proofHeaders(app, person.access), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
};
const disconnect = (person: TestPerson) =>
  fetch(`${app.url}/api/v1/multi-broker/disconnect/iqoption`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.access}` },
  });
/** Creates a user with stored credentials. */
async function newPersonWithLogin(): Promise<TestPerson> {
  const person = await newPerson(app);
  expect(await connect(person, { email: `${person.principal.userId}@example.com`, password: 'clave' })).toBe(200);
  await disconnect(person);
  people.push(person);
  return person;
}
/** Checks that all stored credentials can still be decrypted and belong to their users. */
async function expectAllConnect(): Promise<void> {
  for (const person of people) {
    expect(await connect(person, {})).toBe(200);
    const email = `${person.principal.userId}@example.com`;
    expect(broker.last.credentials).toEqual({ kind: 'password', email, password: 'clave' });
    await disconnect(person);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'vigia-rotation-'));
  app = await start();
  ({ port } = new URL(app.url));
  for (let n = 0; n < 3; n += 1) await newPersonWithLogin();
  const ring = createKeyRing(() => [masterKey()]);
  await app.db.transaction(async (tx) => {
    for (let n = 0; n < PEOPLE; n += 1) {
      const userId = crypto.randomUUID();
      await tx`
        INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
        VALUES (${userId}, ${`${userId}@example.com`}, false, now(), now())`;
      const account = { userId, email: null, phone: null, metadata: {}, isAnonymous: false };
      await app.features.accounts.openAccount(tx, { ...account, nowMs: systemClock.now() });
      await ensureDataKey(tx, ring, userId, new Date());
    }
  });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(dataFolder, { recursive: true });
});

describe('rotateKeys', { shuffle: false }, () => {
  const before = { keyId: '', key: Buffer.alloc(0) };

  it('leaves all data usable if it is killed midway, for the running server and for new users', async () => {
    before.key = masterKey();
    before.keyId = keyIdOf(before.key);
    expect(await keyIds()).toEqual([before.keyId]);
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, dataFolder, database.ownerUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await keyIds()).length).toBe(2);
    expect(masterKey()).toEqual(before.key);
    expect(statSync(nextKeyFile(dataFolder)).mode & 0o777).toBe(0o600);
    await expectAllConnect();
    const late = await newPersonWithLogin();
    const next = keyIdOf(readFileSync(nextKeyFile(dataFolder)));
    const [row] = await database.db.sql`SELECT key_id FROM user_data_keys WHERE user_id = ${late.principal.userId}`;
    expect(row).toEqual({ key_id: next });
  });

  it('resumes in the next run, and afterwards no row references the old key', async () => {
    const next = keyIdOf(readFileSync(nextKeyFile(dataFolder)));
    const { keyId, people: reencrypted } = await rotateKeys(readConfig(settings()));
    expect(keyId).toBe(next);
    expect(reencrypted).toBeGreaterThan(100);
    expect(reencrypted).toBeLessThan(PEOPLE);
    expect(await keyIds()).toEqual([next]);
    expect(keyIdOf(masterKey())).toBe(next);
    expect(existsSync(nextKeyFile(dataFolder))).toBe(false);
    await expectAllConnect();
    await newPersonWithLogin();
    expect(await keyIds()).toEqual([next]);
  });

  it('sets a key that is still in use after a restart, and the old key decrypts nothing afterwards', async () => {
    await app.stop();
    app = await start();
    await expectAllConnect();
    expect(await verifySecurityLogs(readConfig(settings()))).toEqual([]);
    await app.stop();
    const now = masterKey();
    writeFileSync(masterKeyFile(dataFolder), before.key);
    await expect(start()).rejects.toThrow('La clave maestra no es la de estos datos');
    writeFileSync(masterKeyFile(dataFolder), now);
    app = await start();
  });

  it('takes the next key from the environment if the current key comes from the environment', async () => {
    const current = masterKey();
    const next = Buffer.alloc(32, 77);
    const environment = { ...settings(), VIGIA_MASTER_KEY: current.toString('base64') };
    await expect(rotateKeys(readConfig(environment))).rejects.toThrow('VIGIA_MASTER_KEY_NEXT');
    const both = { ...environment, VIGIA_MASTER_KEY_NEXT: next.toString('base64') };
    const rotation = await rotateKeys(readConfig(both));
    expect(rotation).toMatchObject({ keyId: keyIdOf(next), source: 'environment' });
    expect(await keyIds()).toEqual([keyIdOf(next)]);
    expect(masterKey()).toEqual(current);
    // A server without the next key loses no data. It refuses to encrypt under a key that it does not have.
    expect(await Promise.all(people.slice(0, 1).map((person) => connect(person, {})))).toEqual([409]);
    await app.stop();
    app = await start({ VIGIA_MASTER_KEY: next.toString('base64') });
    await expectAllConnect();
  });
});
