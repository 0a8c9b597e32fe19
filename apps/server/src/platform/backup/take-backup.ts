import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '@vigia/core/kernel';
import { withConnection } from '../persistence/connection.ts';
import type { Transaction } from '../persistence/database.ts';
import type { ConnectionOptions } from '../persistence/driver-connection.ts';
import { makeFolder } from '../persistence/make-folder.ts';
import { errorCode, errorText, StartupError } from '../startup-error.ts';
import { type BackupManifest, rowsFile, writeManifest } from './manifest.ts';
import { countRows } from './row-stream.ts';
import { quoted, readDays, readSequences, readTables, type TableShape } from './schema-shape.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Writes every row of the database, in one snapshot, into a new folder; the server may keep running. An interruption
 * leaves no folder under that name.
 * @throws StartupError if the folder exists or cannot be written
 */
export async function takeBackup(owner: ConnectionOptions, folder: string, clock: Clock): Promise<BackupManifest> {
  if (existsSync(folder)) throw new StartupError(`«${folder}» ya existe: elige una carpeta nueva.`, { exitCode: 2 });
  const draft = `${folder}.incompleta`;
  try {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
    makeFolder(draft);
    const manifest = await withConnection(owner, (sql) =>
      sql.begin((tx) => writeRows(tx, draft, clock), 'ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    );
    writeManifest(draft, manifest);
    renameSync(draft, folder);
    return manifest;
  } catch (cause) {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
    throw new StartupError(`La copia no se pudo hacer y no dejó nada: ${why(cause)}.`, { cause });
  }
}

const why = (cause: unknown): string =>
  errorCode(cause) === 'ENOSPC' ? 'no queda espacio en el disco' : errorText(cause);

async function writeRows(tx: Transaction, folder: string, clock: Clock): Promise<BackupManifest> {
  const migrations = await tx<BackupManifest['migrations']>`
    SELECT number, checksum FROM schema_migrations ORDER BY number`;
  const tables: BackupManifest['tables'] = [];
  for (const table of await readTables(tx)) tables.push(await writeTable(tx, folder, table));
  return {
    format: 'vigia-backup',
    version: 1,
    takenAt: new Date(clock.now()).toISOString(),
    migrations: [...migrations] as BackupManifest['migrations'],
    days: [...(await readDays(tx))],
    tables,
    sequences: [...(await readSequences(tx))],
  };
}

async function writeTable(
  tx: Transaction,
  folder: string,
  table: TableShape,
): Promise<BackupManifest['tables'][number]> {
  const { name, columns } = table;
  const counted = countRows();
  const file = createWriteStream(rowsFile(folder, name), { mode: 0o600, flush: true });
  await pipeline(Readable.from(linesIn(tx, name)), counted.through, createGzip(), file);
  return { name, columns: [...columns], ...counted.seen() };
}

async function* linesIn(tx: Transaction, table: string): AsyncGenerator<string> {
  const rows = tx.unsafe<{ text: string }[]>(`SELECT t::text AS text FROM ${quoted(table)} t`);
  for await (const batch of tx.cursor(rows, ROWS_AT_ONCE))
    yield batch.map(({ text }) => `${JSON.stringify(text)}\n`).join('');
}
