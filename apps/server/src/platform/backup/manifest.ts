import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** Description of a backup. It is written last, so that a folder without it is not a valid backup. */
const BackupManifest = z.strictObject({
  format: z.literal('vigia-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The migration steps that were applied to the schema. */
  migrations: z.array(z.strictObject({ number: z.int().positive(), checksum: z.hash('sha256') })).nonempty(),
  /** The days that had a partition, in the form `2026-11-21`. */
  days: z.array(z.iso.date()),
  /** The tables. Each comes after the tables that it references. */
  tables: z.array(
    z.strictObject({
      name: Name,
      columns: z.array(Name),
      rows: z.int().nonnegative(),
      /** Hash of the table's lines before compression. */
      sha256: z.hash('sha256'),
    }),
  ),
  sequences: z.array(z.strictObject({ name: Name, lastValue: z.int() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const FILE = 'vigia-backup.json';

/**
 * Returns the path of the file with a table's rows, one per line. A line is PostgreSQL's text of the whole row as a
 * JSON string, which represents any value exactly.
 */
export const rowsFilePath = (folder: string, table: string): string => join(folder, `${table}.jsonl.gz`);

export function writeManifest(folder: string, manifest: BackupManifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
}

/**
 * Reads the description of a backup.
 * @throws StartupError if the folder has no complete backup in a format that this version can read
 */
export function readManifest(folder: string): BackupManifest {
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch (cause) {
    throw new StartupError(
      `«${folder}» no es una copia de seguridad completa de Vigía: falta ${FILE} o no se entiende. No se tocó nada.`,
      { exitCode: 2, cause },
    );
  }
}
