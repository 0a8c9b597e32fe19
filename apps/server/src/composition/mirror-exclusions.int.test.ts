import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { readExclusionFile } from '#platform/standing/exclusion-file.ts';
import { mirrorExclusionsToFile } from './mirror-exclusions.ts';
import { UndoStack } from './undo-stack.ts';

let database: TestDatabase;
const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-exclusiones-'));
const undo = new UndoStack();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await undo.run();
  await database.close();
  rmSync(dataFolder, { recursive: true });
});

it('the file of self-exclusions contains, within a minute, an exclusion that was stored without an event', async () => {
  const clock = new ManualClock(1_790_000_000_000);
  let copied = Promise.resolve();
  await mirrorExclusionsToFile(
    {
      dataFolder,
      db: database.db,
      bus: { subscribe: () => () => {} },
      keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
      background: { run: (_what, work) => void (copied = work()) },
      clock,
      log: { error: expect.unreachable },
    },
    undo,
  );
  await database.db.sql`INSERT INTO self_excluded_addresses VALUES (${Buffer.alloc(32, 1)}, 'infinity')`;
  clock.advance(60_000);
  await copied;
  expect(readExclusionFile(dataFolder).entries).toEqual([
    { kind: 'address_excluded', address: '01'.repeat(32), until: null },
  ]);
});
