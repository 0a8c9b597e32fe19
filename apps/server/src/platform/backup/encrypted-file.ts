import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { type BackupPassphrase, decryptChunks, encryptChunks } from './age-stream.ts';
import { type BackupHead, type BackupSource, type RowsReceiver, readWithBackupErrors } from './backup-source.ts';
import { lineBatches } from './row-stream.ts';
import type { TableShape } from './schema-shape.ts';

/*
 * Format of the file: age( gzip( lines ) ). The first line is the head. Each table follows as a line with its name and
 * a JSON string per row. The last line contains the number of rows of each table. `age --decrypt FILE | gunzip` prints
 * the file.
 */

const LINES_AT_ONCE = 2_000;
const Name = z.string().regex(/^[a-z][a-z0-9_]*$/);

const Head = z.strictObject({
  format: z.literal('vigia-backup'),
  version: z.literal(2),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ number: z.int().positive(), checksum: z.hash('sha256') })).nonempty(),
  days: z.array(z.iso.date()),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name) })),
  sequences: z.array(z.strictObject({ name: Name, lastValue: z.int() })),
});
const Mark = z.union([
  z.strictObject({ table: Name }),
  z.strictObject({ end: z.array(z.strictObject({ name: Name, rows: z.int().nonnegative() })) }),
]);

/** Returns the rows of one table in batches of text, for {@link writeEncrypted}. */
export type TableRowReader = (table: TableShape) => AsyncIterable<readonly string[]>;

/** Writes a backup to an encrypted file. @returns the number of rows of each table */
export async function writeEncrypted(
  file: string,
  passphrase: BackupPassphrase,
  head: BackupHead,
  rowsOf: TableRowReader,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const packed = createGzip();
  const packing = pipeline(Readable.from(linesFor(head, rowsOf, counts), { highWaterMark: 1 }), packed);
  const writing = (async () => {
    const sealed = await encryptChunks(packed, passphrase);
    await pipeline(sealed, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  })();
  writing.catch((error: unknown) => packed.destroy(error instanceof Error ? error : new Error(String(error))));
  const [written, read] = await Promise.allSettled([writing, packing]);
  if (read.status === 'rejected') throw read.reason;
  if (written.status === 'rejected') throw written.reason;
  return counts;
}

async function* linesFor(
  head: BackupHead,
  rowsOf: TableRowReader,
  counts: Map<string, number>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: 'vigia-backup', version: 2, ...head })}\n`;
  for (const table of head.tables) {
    yield `${JSON.stringify({ table: table.name })}\n`;
    let rows = 0;
    for await (const batch of rowsOf(table)) {
      rows += batch.length;
      yield batch.map((text) => `${JSON.stringify(text)}\n`).join('');
    }
    counts.set(table.name, rows);
  }
  yield `${JSON.stringify({ end: [...counts].map(([name, rows]) => ({ name, rows })) })}\n`;
}

/** A backup in an encrypted file. */
export const encryptedBackup = (file: string, passphrase: BackupPassphrase): BackupSource => ({
  isEncrypted: true,
  read: (onRows) =>
    readWithBackupErrors(file, onRows, async (guarded) => {
      const decrypted = await decryptChunks(createReadStream(file), passphrase);
      const reader = new LineReader(guarded);
      await pipeline(decrypted, createGunzip(), async (source) => {
        for await (const lines of lineBatches(source, LINES_AT_ONCE)) await reader.take(lines);
      });
      return reader.finish();
    }),
});

class LineReader {
  readonly #onRows: RowsReceiver;
  readonly #counts = new Map<string, number>();
  #head: BackupHead | null = null;
  #table: TableShape | null = null;
  #isAtEnd = false;

  constructor(onRows: RowsReceiver) {
    this.#onRows = onRows;
  }

  async take(lines: readonly string[]): Promise<void> {
    let from = 0;
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] ?? '';
      if (line.startsWith('"')) continue;
      await this.#rows(lines.slice(from, at));
      this.#mark(line);
      from = at + 1;
    }
    await this.#rows(lines.slice(from));
  }

  finish(): { readonly head: BackupHead; readonly rows: number } {
    if (this.#head === null || !this.#isAtEnd) throw new Error('the last line is missing');
    return { head: this.#head, rows: [...this.#counts.values()].reduce((sum, rows) => sum + rows, 0) };
  }

  async #rows(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    if (this.#table === null || this.#isAtEnd) throw new Error('rows of no table');
    this.#counts.set(this.#table.name, (this.#counts.get(this.#table.name) ?? 0) + lines.length);
    await this.#onRows(this.#table, lines);
  }

  #mark(line: string): void {
    if (this.#isAtEnd) throw new Error('lines after the last one');
    const parsed: unknown = JSON.parse(line);
    if (this.#head === null) {
      const { format: _format, version: _version, ...head } = Head.parse(parsed);
      this.#head = head;
      return;
    }
    const mark = Mark.parse(parsed);
    if ('end' in mark) return this.#end(this.#head, mark.end);
    this.#table = this.#head.tables[this.#counts.size] ?? null;
    if (this.#table?.name !== mark.table) throw new Error(`${mark.table} is not the table that follows`);
    this.#counts.set(mark.table, 0);
  }

  #end({ tables }: BackupHead, stated: readonly { readonly name: string; readonly rows: number }[]): void {
    const isWhole =
      stated.length === tables.length &&
      tables.every(({ name }, at) => stated[at]?.name === name && stated[at]?.rows === this.#counts.get(name));
    if (!isWhole) throw new Error('the counted rows are not those stated');
    this.#isAtEnd = true;
  }
}
