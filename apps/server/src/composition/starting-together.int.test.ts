import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '#platform/config/config.ts';
import { toDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/persistence/embedded-postgres.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

const KEY = Buffer.alloc(32, 5).toString('base64');

/** Tests processes on an empty PostgreSQL server, in which even the role of the product is missing. */
describe('processes that start at the same time on an empty database', () => {
  let folder = '';
  let server: EmbeddedPostgres;
  let databaseUrl = '';
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-together-'));
    server = await startEmbeddedPostgres({ dataFolder: join(folder, 'server'), settings: ['fsync=off'] });
    await withConnection(server.admin, async (sql) => {
      await sql`CREATE ROLE owner_login LOGIN CREATEROLE PASSWORD 'secret'`;
      await sql`CREATE DATABASE empty OWNER owner_login`;
    });
    databaseUrl = toDatabaseUrl({ ...server.admin, database: 'empty', user: 'owner_login', password: 'secret' });
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const configOf = (name: string, key: string): Config =>
    readConfig({ VIGIA_DATA_DIR: join(folder, name), DATABASE_URL: databaseUrl, VIGIA_MASTER_KEY: key });

  async function start(name: string, key = KEY): Promise<Buffer> {
    const undo = new UndoStack();
    const { keyedHash } = await connectDatabase(configOf(name, key), 'servidor', undo);
    await undo.run();
    return keyedHash('purpose', 'value');
  }

  it('wait for each other, and all find the same schema and the same keys', async () => {
    const hashes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => start(name)));
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(1);
  });

  it('do not all start if their master keys differ', async () => {
    const other = Buffer.alloc(32, 6).toString('base64');
    const outcomes = await Promise.allSettled([start('a'), start('b', other), start('c'), start('d', other)]);
    const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain('La clave maestra no es la de estos datos');
  });
});
