import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type BackupSource, type RowsReceiver, readWithBackupErrors } from './backup-source.ts';
import { type BackupManifest, readManifest, rowsFilePath } from './manifest.ts';
import { countRows, lineBatches } from './row-stream.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Opens a backup that is not encrypted: a folder with a manifest and a file per table. Its hashes detect damage, but
 * not an attacker who changes a file together with its hash.
 */
export const folderBackup = (folder: string): BackupSource => ({
  isEncrypted: false,
  async read(onRows) {
    const { takenAt, migrations, days, tables, sequences } = readManifest(folder);
    let rows = 0;
    for (const table of tables) {
      await readWithBackupErrors(rowsFilePath(folder, table.name), onRows, (guarded) =>
        readTable(folder, table, guarded),
      );
      rows += table.rows;
    }
    const shapes = tables.map(({ name, columns }) => ({ name, columns }));
    return { head: { takenAt, migrations, days, tables: shapes, sequences }, rows };
  },
});

/** Reads the rows of one table. @throws Error if the file is missing, damaged or altered */
async function readTable(folder: string, table: BackupManifest['tables'][number], onRows: RowsReceiver): Promise<void> {
  const counted = countRows();
  const file = createReadStream(rowsFilePath(folder, table.name));
  await pipeline(file, createGunzip(), counted.through, async (source) => {
    for await (const lines of lineBatches(source, ROWS_AT_ONCE)) await onRows(table, lines);
  });
  const seen = counted.seen();
  if (seen.rows !== table.rows || seen.sha256 !== table.sha256)
    throw new Error(`${table.name}: ${seen.rows} rows, ${seen.sha256}`);
}
