import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import type { Database } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const ROUNDS = 20;
const ANSWERED_WITHIN_MS = 5_000;

/** A network path to the database that the test can cut, like a router that drops the connection. */
type Line = { readonly target: ConnectionOptions; tear(): void; close(): void };

async function openLine(target: ConnectionOptions): Promise<Line> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const { host, port } = target;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    clients.add(client.on('error', () => undefined).on('close', () => far.destroy()));
    far.on('error', () => undefined).on('close', () => client.destroy());
    client.pipe(far).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tear = (): void => {
    for (const client of clients) client.resetAndDestroy();
    clients.clear();
  };
  const close = (): void => {
    tear();
    server.close();
  };
  return { target: { ...target, host: '127.0.0.1', port }, tear, close };
}

let test: TestDatabase;
let line: Line;
let db: Database;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  line = await openLine(parseDatabaseUrl(test.appUrl));
  db = openDatabase(line.target, { poolSize: 1 });
});
afterEach(async () => {
  await db.close();
  line.close();
});

const fate = (query: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    query.then(
      () => 'answered',
      () => 'refused',
    ),
    sleep(ANSWERED_WITHIN_MS, 'forgotten', { ref: false }),
  ]);

/** Resolves when the database executes the statement. */
async function isAsleep(): Promise<void> {
  for (let rows = 0; rows === 0; )
    rows = (
      await test.db.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
    ).length;
}

describe('the connection pool, when its network path to the database is cut,', () => {
  it('resolves or rejects every statement that is sent at this moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await db.sql`SELECT 1`;
      const asked = db.sql`SELECT pg_sleep(5)`;
      // Each client sends its next statement as soon as one is rejected.
      const askedOn = asked.catch(() => fate(db.sql`SELECT ${round}::int`));
      await isAsleep();
      line.tear();
      expect(['answered', 'refused']).toContain(await askedOn);
      expect(await fate(db.sql`SELECT 1`)).not.toBe('forgotten');
    }
  });
});
