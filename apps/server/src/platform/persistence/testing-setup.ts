import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { toDatabaseUrl } from './connection.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { prepareEmbedded } from './roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly adminUrl: string; readonly ownerUrl: string; readonly appUrl: string };
  }
}

export const TEMPLATE_DATABASE = 'vigia_template';

/** Vitest's global set-up: one database server a run, gone with its folder at the end. Durability is off, tests crash nothing here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=120'],
  });
  const access = await prepareEmbedded(server.admin, TEMPLATE_DATABASE);
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
