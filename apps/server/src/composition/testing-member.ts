import { freePort } from '#platform/free-port.ts';
import type { TestNats } from '#platform/nats/testing-nats.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';

/**
 * One of several processes. `ownUrl` is the address of this process, and `url` is the public address that all processes
 * share.
 */
export type TestMember = TestApp & { readonly ownUrl: string };

/** Starts a process that shares a database and a NATS server with others. */
export async function startMember(
  { nats, database }: { readonly nats: Pick<TestNats, 'url'>; readonly database: Pick<TestDatabase, 'ownerUrl'> },
  roles: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TestMember> {
  const port = String(await freePort());
  const environment = { ...SHARED, NATS_URL: nats.url, PORT: port, VIGIA_ROLES: roles, ...more };
  const app = await startTestApp({ databaseUrl: database.ownerUrl, environment });
  return { ...app, ownUrl: `http://127.0.0.1:${port}` };
}

const SHARED = { VIGIA_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'), SITE_URL: 'https://vigia.example' };
