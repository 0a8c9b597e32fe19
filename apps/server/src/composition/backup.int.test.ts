import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { masterKeyFile } from '#platform/crypto/master-key.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { backUp, type RestoreRequest, restore } from './backup.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, type TestPerson } from './testing-person.ts';
import { verify } from './verify.ts';
import { verifySecurityLogs } from './verify-security-logs.ts';

/** Tables that a running server does not change by itself during this test. */
const KEPT = ['accounts', 'ledger_transfers', 'trades', 'trade_events'] as const;

const PASSWORD = 'tormenta sobre el lago 7';

let database: TestDatabase;
let parent = '';
let app: TestApp;
let person: TestPerson;
const folder = (name: string): string => join(parent, name);
/** Returns the settings of the source, an external PostgreSQL. */
const from = () => readConfig({ VIGIA_DATA_DIR: folder('de'), DATABASE_URL: database.ownerUrl });
const to = () => readConfig({ VIGIA_DATA_DIR: folder('a') });

beforeAll(async () => {
  database = await createTestDatabase();
  parent = mkdtempSync(join(tmpdir(), 'vigia-traslado-'));
  app = await startTestApp({ dataFolder: folder('de'), databaseUrl: database.ownerUrl });
  person = await newPerson(app);
  await app.db.sql`
    UPDATE auth_users SET password_hash = ${await hash(PASSWORD)} WHERE id = ${person.principal.userId}`;
});
afterAll(async () => {
  await app.stop();
  await database.close();
  rmSync(parent, { recursive: true });
});

const ask = (path: string, body?: object): Promise<Response> =>
  fetch(`${app.url}/api/v1/trading/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Returns a request to restore the backup while the database from which it was taken still exists. */
const move = (): RestoreRequest => ({
  path: folder('copia'),
  passphrase: async () => ({ text: '' }),
  replace: false,
  previous: { kind: 'url', url: database.ownerUrl },
  confirmNone: async () => false,
});

async function signInAgain(): Promise<string> {
  const request = { email: `${person.principal.userId}@example.com`, password: PASSWORD };
  const signedIn = await embeddedAuth(app).signInWithPassword(request, { ip: '127.0.0.1', userAgent: 'test' });
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  return signedIn.value.access_token;
}

async function contents(sql: Sql): Promise<Readonly<Record<string, readonly string[]>>> {
  const read = async (name: string) => {
    const rows = await sql.unsafe<{ text: string }[]>(`SELECT t::text AS text FROM ${name} t ORDER BY 1`);
    return [name, rows.map(({ text }) => text)] as const;
  };
  return Object.fromEntries(await Promise.all(KEPT.map(read)));
}

describe('a backup of a running server', () => {
  it('moves users with their money, trades and keys to another database, without repeating side effects', async () => {
    const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 15 };
    expect((await ask('create-option', order)).status).toBe(201);
    // The order waits for its first tick. Nothing may change between the backup and the comparison.
    await expect
      .poll(async () => JSON.stringify(await (await ask('active')).json()), { timeout: 20_000 })
      .toContain('"execution":"confirmed"');
    const active = await (await ask('active')).json();
    const before = await contents(app.db.sql);
    expect(before['ledger_transfers']?.length).toBeGreaterThan(1);

    expect(await backUp(from(), folder('copia'), null)).toMatchObject({
      keyFile: masterKeyFile(folder('de')),
      keyWarning: expect.stringContaining('en la carpeta de datos'),
    });
    await expect(restore(from(), move())).rejects.toThrow('ya la usa otro proceso');
    const { port } = new URL(app.url);
    await app.stop();

    await expect(restore(to(), move())).rejects.toThrow('Falta la clave maestra');
    mkdirSync(dirname(masterKeyFile(folder('a'))), { recursive: true });
    copyFileSync(masterKeyFile(folder('de')), masterKeyFile(folder('a')));
    expect(await restore(to(), move())).toMatchObject({ hadPrevious: true, isEncrypted: false });
    app = await startTestApp({ dataFolder: folder('a'), environment: { PORT: port } });
    expect((await ask('active')).status).toBe(401);
    person = { ...person, access: await signInAgain() };
    expect(await contents(app.db.sql)).toEqual(before);
    expect(await (await ask('active')).json()).toEqual(active);
    const { owners, log, trades } = await verify(to(), { since: null, setupId: null });
    expect([await verifySecurityLogs(to()), owners.filter(({ fault }) => fault !== null), log.faults, trades]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    await expect(restore(to(), move())).rejects.toThrow('ya la usa otro proceso');
  });
});
