import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { epochMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import { type BackupPassphrase, decryptChunks, encryptChunks } from './age-stream.ts';
import { backupForm, openBackup } from './open-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { takeEncryptedBackup } from './take-backup.ts';

const clock = new ManualClock(epochMs(Date.UTC(2026, 10, 21)));
/** A passphrase with a cheap key derivation, because the tests do not depend on its cost. */
const PASSPHRASE: BackupPassphrase = { text: 'cuatro palabras bien al azar', workFactor: 10 };
const SECRET = 'ana@example.com';

let database: TestDatabase;
let parent = '';
let file = '';
let whole: Buffer;
beforeAll(async () => {
  database = await createTestDatabase();
  parent = mkdtempSync(join(tmpdir(), 'vigia-cifrada-'));
  file = join(parent, 'copia.age');
  await database.db.sql`
    INSERT INTO auth_users (id, email, created_at, updated_at) VALUES (gen_random_uuid(), ${SECRET}, now(), now())`;
  await database.db.sql`
    INSERT INTO installation (key, value) SELECT 'row' || n, to_jsonb(repeat(md5(n::text), 20)) FROM generate_series(1, 5000) n`;
  await takeEncryptedBackup(parseDatabaseUrl(database.ownerUrl), file, PASSPHRASE, clock);
  whole = readFileSync(file);
});
beforeEach(() => writeFileSync(file, whole));
afterAll(async () => {
  await database.close();
  rmSync(parent, { recursive: true });
});

const check = async (text = PASSPHRASE.text) => checkBackup(await openBackup(file, async () => ({ text })));

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const plainText = async (): Promise<string> =>
  gunzipSync(await bytesOf(await decryptChunks(oneChunk(readFileSync(file)), PASSPHRASE))).toString();

/** Replaces the content of the backup, encrypted with the correct passphrase. */
async function forge(change: (text: string) => string): Promise<void> {
  const text = gzipSync(change(await plainText()));
  writeFileSync(file, await bytesOf(await encryptChunks(oneChunk(text), PASSPHRASE)));
}

describe('an encrypted backup', () => {
  it('is restored with every row, and is not readable without its passphrase', async () => {
    expect(backupForm(file)).toBe('encrypted');
    const target = await createTestDatabase();
    const checked = await check();
    await restoreBackup(parseDatabaseUrl(target.ownerUrl), checked, {
      before: async () => null,
      after: async () => null,
    });
    const rows = (name: string, { db }: TestDatabase) =>
      db.sql.unsafe(`SELECT t::text FROM ${name} t ORDER BY 1`).then((all) => [...all]);
    for (const name of ['installation', 'auth_users'])
      expect(await rows(name, target)).toEqual(await rows(name, database));
    await target.close();
    expect(checked).toMatchObject({ head: { takenAt: '2026-11-21T00:00:00.000Z' } });
    expect(whole.includes(SECRET)).toBe(false);
  });

  it('is refused with another passphrase', async () => {
    await expect(check('otra frase que no es')).rejects.toThrow('Esa frase no abre la copia');
  });

  it('is refused if it is truncated at any position', async () => {
    for (const length of [300, 70_000, whole.length - 20_000, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, Math.min(length, whole.length - 1)));
      await expect(check()).rejects.toThrow('está dañada');
    }
  });

  it('is refused if any byte is changed', async () => {
    for (const at of [200, 1_000, Math.floor(whole.length / 2), whole.length - 1]) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 1;
      writeFileSync(file, altered);
      await expect(check()).rejects.toThrow(/está dañada|no abre la copia/);
    }
  });

  it('is refused if its header is replaced by that of another backup', async () => {
    await forge((text) => text.replace('"installation","columns"', '"instalation","columns"'));
    await expect(check()).rejects.toThrow('está dañada');
  });

  it.each([
    ['a row is missing', (text: string) => text.replace(/\n"\(row7,[^\n]*/, '')],
    ['a row was added', (text: string) => text.replace(/\n("\(row7,[^\n]*)/, '\n$1\n$1')],
    ['the last line is missing', (text: string) => text.slice(0, text.lastIndexOf('\n{') + 1)],
    ['lines follow the last one', (text: string) => `${text}"()"\n`],
  ])('is refused if %s', async (_what, change) => {
    await forge(change);
    await expect(check()).rejects.toThrow('está dañada');
  });

  it('is refused if its schema is not known to this version', async () => {
    await forge((text) => text.replace(/"checksum":"[0-9a-f]{64}"/, `"checksum":"${'0'.repeat(64)}"`));
    await expect(check()).rejects.toThrow('otra versión');
  });

  it('is refused if the file has another format or does not exist', async () => {
    writeFileSync(file, 'PNG');
    expect(() => backupForm(file)).toThrow('no es una copia de seguridad de Vigía');
    expect(() => backupForm(join(parent, 'otra'))).toThrow('no existe');
  });

  it('overwrites no existing file, and leaves no file after a failure', async () => {
    const owner = parseDatabaseUrl(database.ownerUrl);
    await expect(takeEncryptedBackup(owner, file, PASSPHRASE, clock)).rejects.toThrow('ya existe');
    const other = join(parent, 'otra.age');
    await expect(takeEncryptedBackup({ ...owner, database: 'nowhere' }, other, PASSPHRASE, clock)).rejects.toThrow(
      'no dejó nada',
    );
    expect(existsSync(other)).toBe(false);
    expect(readdirSync(parent)).toEqual(['copia.age']);
  });
});

const hasAge = spawnSync('age', ['--version']).status === 0 && spawnSync('script', ['--version']).status === 0;

/** Runs the real `age`, which reads its passphrase only from a terminal. */
const age = (args: string) =>
  spawnSync('script', ['-qec', `age ${args}`, '/dev/null'], {
    input: `${PASSPHRASE.text}\n${PASSPHRASE.text}\n`,
    encoding: 'utf8',
  });

describe.skipIf(!hasAge)('the encryption program age (skipped if it is not installed)', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-age-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('decrypts a backup of this server', async () => {
    const plain = join(folder, 'copia.gz');
    expect(age(`--decrypt --output ${plain} ${file}`).status).toBe(0);
    expect(gunzipSync(readFileSync(plain)).toString()).toBe(await plainText());
  });

  it('produces an encrypted file that this server reads as a backup', async () => {
    const plain = join(folder, 'copia.gz');
    writeFileSync(plain, gzipSync(await plainText()));
    rmSync(file);
    expect(age(`--passphrase --output ${file} ${plain}`).status).toBe(0);
    expect((await check()).rows).toBeGreaterThan(5_000);
  });
});
