import { ManualClock } from '@vigia/testkit';
import pino from 'pino';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import type { PriceFileDeps } from './deps.ts';
import { createPriceFiles } from './price-files.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');

/** Starts the price files feature with a real database. */
export async function startPriceFiles(more: Partial<PriceFileDeps> = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = new ManualClock(NOW_MS);
  const cluster = createSingleProcessCluster(pino({ level: 'silent' }));
  const deps: PriceFileDeps = { db, clock, ids: randomIds, cluster, ...more };
  const accounts = createAccounts({
    ids: randomIds,
    keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
    connections: NO_CONNECTIONS,
  });

  async function newPerson(): Promise<string> {
    const userId = randomIds.next();
    const owner = { userId, email: null, phone: null, metadata: {}, isAnonymous: true, nowMs: clock.now() };
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
      await accounts.openAccount(tx, owner);
    });
    return userId;
  }

  return { database, db, clock, deps, files: createPriceFiles(deps), newPerson };
}

/** Yields bytes in chunks. */
export async function* fileChunks(file: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
