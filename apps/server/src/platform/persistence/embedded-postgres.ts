import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { errorCode, errorText, StartupError } from '../startup-error.ts';
import { withConnection } from './connection.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { findPostgresBinaries } from './embedded-binaries.ts';
import {
  assertCompleteFolder,
  clusterFolder,
  createCluster,
  hasEmbeddedData,
  readPassword,
  SUPERUSER_NAME,
} from './embedded-folder.ts';
import { EmbeddedLog } from './embedded-log.ts';
import { makeFolder } from './make-folder.ts';
import { processWrapper, programEnvironment } from './postgres-program.ts';
import { isServerOfFolder, type Postmaster, readPostmaster, stopServer } from './postmaster.ts';

/** The bundled PostgreSQL server, a child process that outlives a killed parent. */
export type EmbeddedPostgres = {
  /** Connection with the superuser role to the `postgres` database. */
  readonly admin: ConnectionOptions;
  /** Id of the current server process. `restart` changes it. */
  readonly pid: number;
  /**
   * The state of the server before this start. `created`: this is the first start of the folder. `started`: it was not
   * running. `adopted`: it was still running after its app was killed.
   */
  readonly origin: 'created' | 'started' | 'adopted';
  isRunning(): boolean;
  /**
   * Starts the server again at its address after its process has ended.
   * @throws StartupError if it does not start, or `signal` aborts the start
   */
  restart(signal: AbortSignal): Promise<void>;
  /** Returns true if the server cannot write because of missing disk space. */
  lacksSpace(): Promise<boolean>;
  /** Keeps the log of the server below its size. The owner of a long-running server calls it from time to time. */
  limitLog(): void;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataFolder: string;
  /** Additional `name=value` settings, for tests. */
  readonly settings?: readonly string[];
  /** Largest size of the log in bytes, for tests. */
  readonly logBytes?: number;
};

const READY_TIMEOUT_MS = 60_000;
/**
 * Smallest free disk space: two segments of the write-ahead log, one for a recovery and one for the next checkpoint.
 */
const LEAST_FREE_BYTES = 32 * 2 ** 20;
/**
 * Longest path of a socket folder. `sun_path` has 108 bytes including a closing zero (unix(7)), and the file name is
 * `.s.PGSQL.5432`.
 */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;

/**
 * Settings of a small server. The write-ahead log may grow to 1 GB, so that no checkpoint coincides with many expiries.
 * Images of whole pages after each checkpoint were the largest part of the log, so checkpoints are rare and the images
 * are compressed (bench/wal.bench.ts). A commit still waits for the disk. The log of the server never contains a
 * statement or a value.
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
  'checkpoint_timeout=30min',
  'wal_compression=pglz',
  'autovacuum_max_workers=2',
  'fsync=on',
  'password_encryption=scram-sha-256',
  'TimeZone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];

/** The address of a server: a unix socket in this folder, or a port on loopback if the folder is null. */
type Place = Pick<Postmaster, 'socketFolder' | 'port'>;

/**
 * Starts the embedded server on `dataFolder`; the first start creates a cluster. A server that still runs is adopted.
 * The caller must hold the app lock of the folder.
 * @throws StartupError with instructions
 */
export async function startEmbeddedPostgres({
  dataFolder,
  settings = [],
  logBytes,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const kept: Kept = { dataFolder, settings, log: new EmbeddedLog(dataFolder, logBytes) };
  const adopted = await adoptOrClear(dataFolder);
  assertCompleteFolder(dataFolder);
  if (adopted) return running(kept, adopted, 'adopted');
  const isNew = !hasEmbeddedData(dataFolder);
  if (isNew) await createCluster(await findPostgresBinaries(), await processWrapper(), dataFolder);
  const server = await launch(kept, await choosePlace(dataFolder), null);
  return running(kept, server, isNew ? 'created' : 'started');
}

/** Returns the connection to the embedded server of a folder that another process owns. Null if no server responds. */
export async function findRunningEmbedded(dataFolder: string): Promise<ConnectionOptions | null> {
  const postmaster = readPostmaster(clusterFolder(dataFolder));
  if (!postmaster || readPassword(dataFolder) === null) return null;
  const admin = adminOf(dataFolder, postmaster);
  return (await answers(admin)) ? admin : null;
}

async function adoptOrClear(dataFolder: string): Promise<Postmaster | null> {
  const cluster = clusterFolder(dataFolder);
  const postmaster = readPostmaster(cluster);
  if (!postmaster) return null;
  if (!isServerOfFolder(cluster, postmaster.pid)) {
    // Another program may have this process id now, and PostgreSQL would then refuse to start.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return null;
  }
  if (readPassword(dataFolder) !== null && (await answers(adminOf(dataFolder, postmaster)))) return postmaster;
  await stopServer(postmaster.pid);
  return null;
}

/** The parts that all runs of a server share. */
type Kept = { readonly dataFolder: string; readonly settings: readonly string[]; readonly log: EmbeddedLog };

function running(kept: Kept, first: Postmaster, origin: EmbeddedPostgres['origin']): EmbeddedPostgres {
  const { dataFolder, log } = kept;
  const cluster = clusterFolder(dataFolder);
  const place: Place = first;
  let current = first;
  const isRunning = (): boolean => isServerOfFolder(cluster, current.pid);
  return {
    admin: adminOf(dataFolder, place),
    get pid() {
      return current.pid;
    },
    origin,
    isRunning,
    async restart(signal) {
      const found = await adoptOrClear(dataFolder);
      assertCompleteFolder(dataFolder);
      const isInPlace = found?.socketFolder === place.socketFolder && found.port === place.port;
      if (found && !isInPlace) await stopServer(found.pid);
      current = found && isInPlace ? found : await launch(kept, place, signal);
    },
    lacksSpace: () => lacksSpace(kept),
    limitLog: () => log.limit(),
    async stop() {
      // Another process may have the id of a server that has ended.
      if (isRunning()) await stopServer(current.pid);
      if (place.socketFolder?.startsWith(tempPrefix())) rmSync(place.socketFolder, { recursive: true, force: true });
    },
  };
}

function adminOf(dataFolder: string, { port, socketFolder }: Place): ConnectionOptions {
  return {
    host: socketFolder ?? '127.0.0.1',
    port,
    database: 'postgres',
    user: SUPERUSER_NAME,
    password: readPassword(dataFolder) ?? '',
  };
}

/** Returns true if the server responds within a few seconds. While it recovers or starts, it refuses connections. */
async function answers(admin: ConnectionOptions): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      await withConnection(admin, (sql) => sql`SELECT 1`);
      return true;
    } catch (error) {
      if (errorCode(error) !== '57P03') return false;
      await sleep(250);
    }
  }
  return false;
}

const tempPrefix = (): string => join(tmpdir(), 'vigia-pg-');

const choosePlace = async (dataFolder: string): Promise<Place> =>
  process.platform === 'win32'
    ? { socketFolder: null, port: await freePort() }
    : { socketFolder: socketFolderFor(dataFolder), port: SOCKET_PORT };

/** Number in the name of a socket; PostgreSQL's default. */
const SOCKET_PORT = 5432;

/**
 * Returns a folder in the data folder if its path is short enough for a socket, otherwise a private folder in the
 * temporary folder of the system.
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

/** @param signal aborts the start */
async function launch(
  { dataFolder, settings, log }: Kept,
  place: Place,
  signal: AbortSignal | null,
): Promise<Postmaster> {
  const cluster = clusterFolder(dataFolder);
  const binaries = await findPostgresBinaries();
  const wrap = await processWrapper();
  const listen = place.socketFolder
    ? ['-k', place.socketFolder, '-c', 'listen_addresses=']
    : ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const values = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  const [program, args] = wrap(binaries.postgres, ['-D', cluster, '-p', String(place.port), ...listen, ...values]);
  const output = log.open();
  // The server gets its own process group. Ctrl-C in the terminal then reaches only the app, which stops the database
  // last.
  const child = spawn(program, args, {
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  closeSync(output);
  await ready(child, cluster, () => log.reason(), signal);
  child.unref();
  const postmaster = readPostmaster(cluster);
  if (!postmaster) throw new StartupError(`La base de datos terminó al arrancar: ${log.reason()}.`);
  return postmaster;
}

/** Waits until the server is ready, as pg_ctl does. The server then writes "ready" into postmaster.pid. */
async function ready(
  child: ChildProcess,
  cluster: string,
  reason: () => string,
  signal: AbortSignal | null,
): Promise<void> {
  let failure: string | null = null;
  child.once('error', (error) => (failure = errorText(error)));
  child.once('exit', () => (failure ??= reason()));
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!readPostmaster(cluster)?.isReady) {
    if (failure === null && (signal?.aborted === true || performance.now() > deadlineMs)) {
      child.kill('SIGINT');
      failure = signal?.aborted ? 'se pidió que parara' : `no estuvo lista en ${READY_TIMEOUT_MS / 1000} s`;
    }
    if (failure !== null) throw new StartupError(`La base de datos no arrancó: ${failure}.`);
    await sleep(10);
  }
}

/** Returns true if the disk is full. The log of the server is lost on a full disk, so the free space is checked too. */
async function lacksSpace({ dataFolder, log }: Kept): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize < LEAST_FREE_BYTES) return true;
  return log.saysDiskIsFull();
}
