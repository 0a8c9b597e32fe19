import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '@vigia/core/kernel';
import { withConnection } from '../persistence/connection.ts';
import type { Transaction } from '../persistence/database.ts';
import type { ConnectionOptions } from '../persistence/driver-connection.ts';
import { makeFolder } from '../persistence/make-folder.ts';
import { errorCode, errorText, StartupError } from '../startup-error.ts';
import type { BackupPassphrase } from './age-stream.ts';
import type { BackupHead } from './backup-source.ts';
import { writeEncrypted } from './encrypted-file.ts';
import { type BackupManifest, rowsFilePath, writeManifest } from './manifest.ts';
import { countRows } from './row-stream.ts';
import { quoteIdentifier, readPartitionDays, readSequences, readTables, type TableShape } from './schema-shape.ts';

const ROWS_AT_ONCE = 2_000;
const SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** A backup that was written. `takenAt` is ISO 8601, UTC. */
export type TakenBackup = { readonly takenAt: string; readonly tables: number; readonly rows: number };

/**
 * Writes every row of the database in one snapshot into a new folder, without encryption. The server may keep running.
 * An interruption leaves no folder with this name.
 * @throws StartupError if the folder exists or cannot be written
 */
export async function takeBackup(owner: ConnectionOptions, folder: string, clock: Clock): Promise<BackupManifest> {
  if (existsSync(folder)) throw new StartupError(`«${folder}» ya existe: elige una carpeta nueva.`, { exitCode: 2 });
  const draft = `${folder}.incompleta`;
  try {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
    makeFolder(draft);
    const manifest = await withConnection(owner, (sql) => sql.begin((tx) => writeRows(tx, draft, clock), SNAPSHOT));
    writeManifest(draft, manifest);
    renameSync(draft, folder);
    return manifest;
  } catch (cause) {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
    throw new StartupError(`La copia no se pudo hacer y no dejó nada: ${why(cause)}.`, { cause });
  }
}

/**
 * Writes every row of the database in one snapshot into a new encrypted file. The server may keep running. An
 * interruption leaves no file with this name.
 * @param signal ends the backup soon after it aborts
 * @throws StartupError if the file exists or cannot be written, or if the signal aborts
 */
export async function takeEncryptedBackup(
  owner: ConnectionOptions,
  file: string,
  passphrase: BackupPassphrase,
  clock: Clock,
  signal?: AbortSignal,
): Promise<TakenBackup> {
  if (existsSync(file)) throw new StartupError(`«${file}» ya existe: elige un archivo nuevo.`, { exitCode: 2 });
  const draft = `${file}.incompleta`;
  try {
    rmSync(draft, { force: true });
    makeFolder(dirname(file));
    const taken = await withConnection(owner, (sql) =>
      sql.begin((tx) => writeFile(tx, draft, { passphrase, clock, signal }), SNAPSHOT),
    );
    renameSync(draft, file);
    return taken;
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new StartupError(`La copia no se pudo hacer y no dejó nada: ${why(cause)}.`, { cause });
  }
}

type Encrypting = {
  readonly passphrase: BackupPassphrase;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
};

async function writeFile(
  tx: Transaction,
  file: string,
  { passphrase, clock, signal }: Encrypting,
): Promise<TakenBackup> {
  const head = { ...(await readFacts(tx, clock)), tables: await readTables(tx) };
  const counts = await writeEncrypted(file, passphrase, head, ({ name }) => batchesOf(tx, name, signal));
  return { takenAt: head.takenAt, tables: counts.size, rows: [...counts.values()].reduce((sum, n) => sum + n, 0) };
}

async function readFacts(tx: Transaction, clock: Clock): Promise<Omit<BackupHead, 'tables'>> {
  const migrations = await tx<{ number: number; checksum: string }[]>`
    SELECT number, checksum FROM schema_migrations ORDER BY number`;
  return {
    takenAt: new Date(clock.now()).toISOString(),
    migrations: [...migrations],
    days: await readPartitionDays(tx),
    sequences: await readSequences(tx),
  };
}

async function* batchesOf(tx: Transaction, table: string, signal?: AbortSignal): AsyncGenerator<readonly string[]> {
  signal?.throwIfAborted();
  const rows = tx.unsafe<{ text: string }[]>(`SELECT t::text AS text FROM ${quoteIdentifier(table)} t`);
  for await (const batch of tx.cursor(rows, ROWS_AT_ONCE)) {
    signal?.throwIfAborted();
    yield batch.map(({ text }) => text);
  }
}

const why = (cause: unknown): string =>
  errorCode(cause) === 'ENOSPC' ? 'no queda espacio en el disco' : errorText(cause);

async function writeRows(tx: Transaction, folder: string, clock: Clock): Promise<BackupManifest> {
  const { takenAt, migrations, days, sequences } = await readFacts(tx, clock);
  const tables: BackupManifest['tables'] = [];
  for (const table of await readTables(tx)) tables.push(await writeTable(tx, folder, table));
  return {
    format: 'vigia-backup',
    version: 1,
    takenAt,
    migrations: [...migrations] as BackupManifest['migrations'],
    days: [...days],
    tables,
    sequences: [...sequences],
  };
}

async function writeTable(
  tx: Transaction,
  folder: string,
  table: TableShape,
): Promise<BackupManifest['tables'][number]> {
  const { name, columns } = table;
  const counted = countRows();
  const file = createWriteStream(rowsFilePath(folder, name), { mode: 0o600, flush: true });
  await pipeline(Readable.from(linesIn(tx, name)), counted.through, createGzip(), file);
  return { name, columns: [...columns], ...counted.seen() };
}

async function* linesIn(tx: Transaction, table: string): AsyncGenerator<string> {
  for await (const batch of batchesOf(tx, table)) yield batch.map((text) => `${JSON.stringify(text)}\n`).join('');
}
