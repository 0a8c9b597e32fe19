import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { toDatabaseUrl } from './connection.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { prepareEmbeddedDatabase } from './roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly adminUrl: string; readonly ownerUrl: string; readonly appUrl: string };
  }
}

export const TEMPLATE_DATABASE = 'vigia_template';

/**
 * Limits for connections that set none themselves, such as the owner's. If a test fails with an open transaction, the
 * server ends the transaction, so that later tests do not wait for its locks.
 */
const LIMITS = ['statement_timeout=60s', 'lock_timeout=10s', 'idle_in_transaction_session_timeout=15s'];

/**
 * Starts one database server per test run, as the global set-up of Vitest. The server and its folder are deleted at the
 * end. Durability is off, because no test crashes this server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=120', ...LIMITS],
  });
  const access = await prepareEmbeddedDatabase(server.admin, TEMPLATE_DATABASE);
  await migrate(access.owner, null);
  project.provide('postgres', {
    adminUrl: toDatabaseUrl(server.admin),
    ownerUrl: toDatabaseUrl(access.owner),
    appUrl: toDatabaseUrl(access.app),
  });
  return async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
}
