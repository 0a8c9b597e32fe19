import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../process-identity.ts';
import { withConnection } from './connection.ts';
import { hasEmbeddedData } from './embedded-folder.ts';
import { type EmbeddedPostgres, findRunningEmbedded, startEmbeddedPostgres } from './embedded-postgres.ts';
import { waitForExit } from './postmaster.ts';

/** Script of a child process that starts the server and prints its id, so that the test can kill that process. */
const HOLDER = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url)))});
  const server = await startEmbeddedPostgres({ dataFolder: process.env.FOLDER });
  console.log(server.pid);
  setInterval(() => undefined, 1000);
`;

describe('the embedded PostgreSQL', () => {
  let dataFolder = '';
  let pristine = '';
  const started: EmbeddedPostgres[] = [];
  beforeAll(async () => {
    pristine = mkdtempSync(join(tmpdir(), 'vigia-pg-pristine-'));
    const server = await startEmbeddedPostgres({ dataFolder: pristine });
    await server.stop();
  });
  afterAll(() => rmSync(pristine, { recursive: true, force: true }));
  /** Copies the cluster. From Node 24 on, `cpSync` gives new folders a mode that PostgreSQL refuses. */
  const copyPristine = (to: string) => {
    cpSync(pristine, to, { recursive: true });
    chmodSync(join(to, 'postgres'), 0o700);
  };
  // Each test copies a cluster, because the creation of a cluster takes seconds.
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-pg-test-'));
    copyPristine(dataFolder);
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function start(folder = dataFolder): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataFolder: folder });
    started.push(server);
    return server;
  }

  const read = (server: EmbeddedPostgres, query: string) =>
    withConnection(server.admin, async (sql) => (await sql.unsafe(query)).map((row) => Object.values(row)[0]));

  it('creates its data directory once, syncs commits to disk, and listens on a private socket only', async () => {
    rmSync(dataFolder, { recursive: true });
    mkdirSync(dataFolder);
    const first = await start();
    expect(first.origin).toBe('created');
    expect(await read(first, 'SHOW fsync')).toEqual(['on']);
    expect(await read(first, 'SHOW listen_addresses')).toEqual(['']);
    expect(statSync(first.admin.host).mode & 0o077).toBe(0);
    expect(statSync(join(dataFolder, 'keys', 'postgres.password')).mode & 0o077).toBe(0);
    await read(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.origin).toBe('started');
    expect(await read(second, 'SELECT n FROM kept')).toEqual([7]);
  });

  it('writes few full-page images to the write-ahead log, and each commit waits for the disk', async () => {
    const server = await start();
    const shown = async (name: string) => (await read(server, `SHOW ${name}`))[0];
    const names = ['checkpoint_timeout', 'wal_compression', 'synchronous_commit', 'full_page_writes', 'fsync'];
    const values: unknown[] = [];
    for (const name of names) values.push(await shown(name));
    expect(values).toEqual(['30min', 'pglz', 'on', 'on', 'on']);
  });

  it('requires a password', async () => {
    const server = await start();
    await expect(withConnection({ ...server.admin, password: 'wrong' }, (sql) => sql`SELECT 1`)).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('keeps running if the app is killed with SIGKILL, and the next app process uses it', async () => {
    const app = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLDER], {
      env: { ...process.env, FOLDER: dataFolder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(app.stdout, 'data');
    const pid = Number(line);
    app.kill('SIGKILL');
    await once(app, 'exit');
    expect(isAlive(pid)).toBe(true);
    expect(await findRunningEmbedded(dataFolder)).not.toBeNull();
    const adopted = await start();
    expect([adopted.origin, adopted.pid]).toEqual(['adopted', pid]);
    expect(await read(adopted, 'SELECT 1')).toEqual([1]);
    await adopted.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('stops a running database that refuses its password, and starts a new one', async () => {
    const first = await start();
    const file = join(dataFolder, 'keys', 'postgres.password');
    const password = readFileSync(file, 'utf8');
    writeFileSync(file, 'another');
    await expect(start().then((server) => read(server, 'SELECT 1'))).rejects.toThrow();
    expect(isAlive(first.pid)).toBe(false);
    writeFileSync(file, password);
  });

  it('recovers after the database processes are killed', async () => {
    const first = await start();
    await read(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(first.pid, 'SIGKILL');
    await waitForExit(first.pid, 5_000);
    const second = await start();
    expect(await read(second, 'SELECT n FROM kept')).toEqual([7]);
  });

  it('has a log of a limited size, which a restart does not empty', async () => {
    const logBytes = 4_000;
    const server = await startEmbeddedPostgres({ dataFolder, logBytes });
    started.push(server);
    const files = ['postgres.old.log', 'postgres.log'].map((name) => join(dataFolder, name));
    const text = (): string => files.map((file) => readFileSync(file, 'utf8')).join('');
    await withConnection(server.admin, async (sql) => {
      for (let fault = 0; fault < 200; fault += 1) {
        await sql.unsafe('SELECT 1/0').catch(() => undefined);
        server.limitLog();
      }
    });
    expect(Math.max(...files.map((file) => statSync(file).size))).toBeLessThanOrEqual(logBytes);
    expect(text()).toMatch(/^[^\0]+ERROR: {2}division by zero\n$/);
    await server.stop();
    await start();
    expect(text()).toMatch(/database system is shut down[^]*ready to accept connections/);
  });

  it('ignores a postmaster.pid whose process id belongs to another program now', async () => {
    const first = await start();
    await first.stop();
    const stale = [process.pid, join(dataFolder, 'postgres'), '1', '5432', first.admin.host, '', '1 1', 'ready'];
    writeFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), `${stale.join('\n')}\n`);
    const second = await start();
    expect(second.origin).toBe('started');
  });

  it('uses another folder for the socket if the path of the data folder is too long', async () => {
    const deep = join(dataFolder, 'd'.repeat(100));
    copyPristine(deep);
    const server = await start(deep);
    expect(server.admin.host.startsWith(deep)).toBe(false);
    expect(statSync(server.admin.host).mode & 0o077).toBe(0);
    await server.stop();
    expect(statSync(server.admin.host, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('refuses a folder without a password or with an incomplete database, and leaves no process running', async () => {
    const password = join(dataFolder, 'keys', 'postgres.password');
    const version = join(dataFolder, 'postgres', 'PG_VERSION');
    const first = await start();
    renameSync(password, `${password}.aside`);
    await expect(start()).rejects.toThrow(/^Falta la contraseña de la base de datos incluida \(.*postgres\.password\)/);
    expect(isAlive(first.pid)).toBe(false);
    writeFileSync(password, '\n');
    await expect(start()).rejects.toThrow(/^Falta la contraseña/);
    renameSync(`${password}.aside`, password);
    rmSync(version);
    await expect(start()).rejects.toThrow(/^La base de datos de .* está dañada: falta su archivo PG_VERSION/);
    expect(existsSync(join(dataFolder, 'postgres.new'))).toBe(false);
    writeFileSync(version, 'not a version');
    await expect(start()).rejects.toThrow(/^La base de datos no arrancó: .*valid data directory/);
  });

  it('reports the error message of PostgreSQL if it cannot start', async () => {
    const wrong = startEmbeddedPostgres({ dataFolder, settings: ['shared_buffers=never'] });
    await expect(wrong).rejects.toThrow(/La base de datos no arrancó: .*shared_buffers/);
    expect(hasEmbeddedData(dataFolder)).toBe(true);
    expect((await start()).origin).toBe('started');
  });
});
