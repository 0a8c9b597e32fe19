import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyedHash } from '../crypto/keyed-hash.ts';
import { createTestDatabase } from '../persistence/testing.ts';
import { ExclusionFileWriter, exclusionFilePath, personHash, readExclusionFile } from './exclusion-file.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const database = await createTestDatabase();
const { sql } = database.db;
afterAll(() => database.close());

const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigia-registro-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await sql`UPDATE self_excluded_addresses SET excluded_until = '2000-01-01'`;
});

const exclude = (until: string) => sql`
  INSERT INTO self_excluded_addresses (address_hash, excluded_until)
  VALUES (${Buffer.alloc(32, 1)}, ${until}::text::timestamptz)
  ON CONFLICT (address_hash) DO UPDATE SET excluded_until = excluded.excluded_until`;
const copy = () => new ExclusionFileWriter(folder, keyedHash).copyExclusions(sql);

it('the file of self-exclusions contains each exclusion once after repeated copies, and also an extension', async () => {
  await exclude('2000-01-01');
  await copy();
  expect(readExclusionFile(folder).entries).toEqual([]);
  await exclude('2999-01-01T00:00:00Z');
  await copy();
  await copy();
  await exclude('infinity');
  await copy();
  const address = '01'.repeat(32);
  expect(readExclusionFile(folder)).toEqual({
    entries: [
      { kind: 'address_excluded', address, until: '2999-01-01T00:00:00.000Z' },
      { kind: 'address_excluded', address, until: null },
    ],
    unreadable: 0,
  });
  expect(statSync(exclusionFilePath(folder)).mode & 0o777).toBe(0o600);
});

it('a line that a power failure truncated is skipped, and all other lines are read', async () => {
  const log = new ExclusionFileWriter(folder, keyedHash);
  log.recordDeletion(USER);
  appendFileSync(exclusionFilePath(folder), '{"kind":"account_del');
  log.recordDeletion('00000000-0000-4000-8000-000000000002');
  expect(readExclusionFile(folder)).toMatchObject({
    entries: [{ person: personHash(keyedHash, USER) }, {}],
    unreadable: 1,
  });
  expect(readFileSync(exclusionFilePath(folder), 'utf8')).not.toContain(USER);
});
