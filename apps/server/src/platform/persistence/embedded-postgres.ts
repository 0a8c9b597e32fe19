import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, StartupError } from '../startup-error.ts';
import { withConnection } from './connection.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { findPostgresBinaries, type PostgresBinaries } from './embedded-binaries.ts';
import { makeFolder } from './make-folder.ts';
import { isServerOf, type Postmaster, readPostmaster, stopServer } from './postmaster.ts';

/** The bundled PostgreSQL server, a child process that outlives a killed parent. */
export type EmbeddedPostgres = {
  /** Connection as its superuser, to the `postgres` database. */
  readonly admin: ConnectionOptions;
  readonly pid: number;
  /** `created`: first start of this folder; `adopted`: the server was still running after its app was killed. */
  readonly origin: 'created' | 'started' | 'adopted';
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataFolder: string;
  /** Additional `name=value` settings, for tests. */
  readonly settings?: readonly string[];
};

const ADMIN = 'vigia_admin';
const READY_TIMEOUT_MS = 60_000;
/**
 * Longest path of a socket folder: `sun_path` has 108 bytes including a closing zero (unix(7)), and the file name is
 * `.s.PGSQL.5432`.
 */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;

/**
 * Settings of a small server. The write-ahead log may grow to 1 GB, so that no checkpoint coincides with many expiries.
 * The server's log never contains a statement or a value.
 */
const SETTINGS = [
  'shared_buffers=128MB',
  'max_connections=30',
  'max_worker_processes=2',
  'max_parallel_workers=2',
  'max_logical_replication_workers=0',
  'io_method=sync',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=1GB',
  'autovacuum_max_workers=2',
  'fsync=on',
  'password_encryption=scram-sha-256',
  'TimeZone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];

const clusterFolder = (dataFolder: string): string => join(dataFolder, 'postgres');
const passwordFile = (dataFolder: string): string => join(dataFolder, 'keys', 'postgres.password');
const logFile = (dataFolder: string): string => join(dataFolder, 'postgres.log');

/** True if this data folder already contains an embedded database. */
export const hasEmbeddedData = (dataFolder: string): boolean =>
  existsSync(join(clusterFolder(dataFolder), 'PG_VERSION'));

/**
 * Starts the embedded server on `dataFolder`; the first time it creates a cluster. A server that still runs is used.
 * The caller holds the app lock of the folder.
 * @throws StartupError with instructions
 */
export async function startEmbeddedPostgres({ dataFolder, settings = [] }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const adopted = await adoptOrClear(dataFolder);
  if (adopted) return adopted;
  const binaries = await findPostgresBinaries();
  const wrap = await processWrapper();
  const isNew = !hasEmbeddedData(dataFolder);
  if (isNew) await createCluster(binaries, wrap, dataFolder);
  const socketFolder = process.platform === 'win32' ? null : socketFolderFor(dataFolder);
  const { pid, port } = await launch(binaries, wrap, { dataFolder, socketFolder, settings });
  return running(dataFolder, { pid, port, socketFolder, isReady: true }, isNew ? 'created' : 'started');
}

/** Connects to the embedded server of a folder that another process owns; null if none responds. */
export async function runningEmbedded(dataFolder: string): Promise<ConnectionOptions | null> {
  const postmaster = readPostmaster(clusterFolder(dataFolder));
  if (!postmaster || !existsSync(passwordFile(dataFolder))) return null;
  const admin = adminOf(dataFolder, postmaster);
  return (await answers(admin)) ? admin : null;
}

async function adoptOrClear(dataFolder: string): Promise<EmbeddedPostgres | null> {
  const cluster = clusterFolder(dataFolder);
  const postmaster = readPostmaster(cluster);
  if (!postmaster) return null;
  if (!isServerOf(cluster, postmaster.pid)) {
    // Another program may now have this process id, and PostgreSQL would then refuse to start.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return null;
  }
  if (existsSync(passwordFile(dataFolder)) && (await answers(adminOf(dataFolder, postmaster))))
    return running(dataFolder, postmaster, 'adopted');
  await stopServer(postmaster.pid);
  return null;
}

function running(dataFolder: string, server: Postmaster, origin: EmbeddedPostgres['origin']): EmbeddedPostgres {
  return {
    admin: adminOf(dataFolder, server),
    pid: server.pid,
    origin,
    async stop() {
      await stopServer(server.pid);
      if (server.socketFolder?.startsWith(tempPrefix())) rmSync(server.socketFolder, { recursive: true, force: true });
    },
  };
}

function adminOf(dataFolder: string, { port, socketFolder }: Postmaster): ConnectionOptions {
  return {
    host: socketFolder ?? '127.0.0.1',
    port,
    database: 'postgres',
    user: ADMIN,
    password: readFileSync(passwordFile(dataFolder), 'utf8').trim(),
  };
}

/** True if the server responds now or within a few seconds: while it recovers or starts, it refuses connections. */
async function answers(admin: ConnectionOptions): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      await withConnection(admin, (sql) => sql`SELECT 1`);
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '57P03')) return false;
      await sleep(250);
    }
  }
  return false;
}

type Wrap = (program: string, args: readonly string[]) => readonly [string, readonly string[]];

/**
 * Returns how to run PostgreSQL, which refuses to run as root. Root needs a user namespace, in which the server has
 * another user id.
 * @throws StartupError if this machine does not allow user namespaces
 */
export async function processWrapper(): Promise<Wrap> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return (program, args) => [program, args];
  const wrap: Wrap = (program, args) => [
    'unshare',
    ['--user', '--map-user=1000', '--map-group=1000', '--', program, ...args],
  ];
  const { code } = await runToEnd(...wrap('true', []));
  if (code === 0) return wrap;
  throw new StartupError(
    'La base de datos incluida no puede ejecutarse como root en esta máquina: arranca Vigía con un usuario normal o define DATABASE_URL.',
  );
}

/**
 * Creates the cluster in a temporary folder and moves it into place when it is complete, so that an interrupted first
 * start leaves no incomplete cluster.
 */
async function createCluster(binaries: PostgresBinaries, wrap: Wrap, dataFolder: string): Promise<void> {
  const draft = `${clusterFolder(dataFolder)}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(join(dataFolder, 'keys'));
  if (!existsSync(passwordFile(dataFolder)))
    writeFileSync(passwordFile(dataFolder), randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  const { code, output } = await runToEnd(
    ...wrap(binaries.initdb, [
      '-D',
      draft,
      '-U',
      ADMIN,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile(dataFolder)}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]),
  );
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartupError(`No se pudo crear la base de datos en ${dataFolder}: ${lastLine(output)}.`);
  }
  renameSync(draft, clusterFolder(dataFolder));
}

const tempPrefix = (): string => join(tmpdir(), 'vigia-pg-');

/**
 * Returns the data folder if its path is short enough for a socket, else a private folder in the system's temporary
 * folder.
 */
function socketFolderFor(dataFolder: string): string {
  const inside = join(dataFolder, 'run');
  if (Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER) {
    makeFolder(inside);
    return inside;
  }
  const folder = mkdtempSync(tempPrefix());
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return folder;
  throw new StartupError(
    `La ruta ${dataFolder} es demasiado larga para la base de datos: elige otra con VIGIA_DATA_DIR.`,
  );
}

type Launch = { dataFolder: string; socketFolder: string | null; settings: readonly string[] };

async function launch(binaries: PostgresBinaries, wrap: Wrap, { dataFolder, socketFolder, settings }: Launch) {
  const cluster = clusterFolder(dataFolder);
  const listen = socketFolder
    ? ['-k', socketFolder, '-c', 'listen_addresses=']
    : ['-p', String(await freePort()), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const args = ['-D', cluster, ...listen, ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])];
  const [program, programArgs] = wrap(binaries.postgres, args);
  const log = openSync(logFile(dataFolder), 'w', 0o600);
  // The server gets its own process group, so that Ctrl-C in the terminal reaches only the app, which stops the
  // database last.
  const child = spawn(program, programArgs, { detached: true, stdio: ['ignore', log, log], windowsHide: true });
  closeSync(log);
  await ready(child, dataFolder);
  child.unref();
  const postmaster = readPostmaster(cluster);
  if (!postmaster) throw new StartupError(`La base de datos terminó al arrancar: ${lastLogLine(dataFolder)}.`);
  return postmaster;
}

/** Waits until the server is ready, as pg_ctl does: the server itself writes "ready" into postmaster.pid. */
async function ready(child: ChildProcess, dataFolder: string): Promise<void> {
  let failure: string | null = null;
  child.once('error', (error) => (failure = errorText(error)));
  child.once('exit', () => (failure ??= lastLogLine(dataFolder)));
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!readPostmaster(clusterFolder(dataFolder))?.isReady) {
    if (failure === null && performance.now() > deadlineMs) {
      child.kill('SIGINT');
      failure = `no estuvo lista en ${READY_TIMEOUT_MS / 1000} s`;
    }
    if (failure !== null) throw new StartupError(`La base de datos no arrancó: ${failure}.`);
    await sleep(10);
  }
}

const lastLogLine = (dataFolder: string): string => lastLine(readFileSync(logFile(dataFolder), 'utf8'));

/** Returns the last line with an error, or else the last line. */
function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /FATAL|error:/i.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|error): */i,
    '',
  );
}

function runToEnd(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
