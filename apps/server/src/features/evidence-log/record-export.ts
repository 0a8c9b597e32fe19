import {
  formatKey,
  formatLeaf,
  inclusionRanges,
  RECORD_CSV_HEAD,
  RECORD_FORMAT,
  type RecordEntry,
  type RecordFile,
  RecordHash,
  recordCsvEnd,
  recordCsvLine,
  recordTextToSign,
  signNote,
  toBase64,
  toHex,
} from '@vigia/core/evidence-log';
import type { Json } from '@vigia/core/kernel';
import { type LogSigner, nodeSha256 } from '#platform/crypto/log-key.ts';
import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { findLastHead, leafColumns, type StoredLeaf, toLeaf } from './log-rows.ts';
import { LogTree } from './log-tree.ts';

export type RecordDeps = {
  readonly db: Pick<Database, 'sql'>;
  readonly sources: readonly FactSource[];
  /** Returns the key that signs; null if this process does not have it. */
  readonly findSigner: () => LogSigner | null;
};

type Row = StoredLeaf & { readonly salt: Buffer; readonly fact: Json };

/** Formats of the signed record. CSV opens in a spreadsheet, and is checked like JSON. */
export const RECORD_FORMATS = ['json', 'csv'] as const;
type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Writes the parts of a record in one format. */
type RecordWriter = {
  readonly begin: string;
  readonly entry: (entry: RecordEntry, isFirst: boolean) => string;
  readonly end: (about: Omit<RecordFile, 'format' | 'entries'>) => string;
};

const WRITERS: Readonly<Record<RecordFormat, RecordWriter>> = {
  json: {
    begin: `{"format":"${RECORD_FORMAT}","entries":[`,
    entry: (entry, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`,
    end: (about) => `\n],${JSON.stringify(about).slice(1)}\n`,
  },
  csv: { begin: RECORD_CSV_HEAD, entry: recordCsvLine, end: recordCsvEnd },
};

/**
 * Returns the text of the record of a person, in parts; null if there is no signed head or no key. The facts of one
 * kind at a time are in memory.
 */
export async function exportRecord(
  { db: { sql }, sources, findSigner }: RecordDeps,
  userId: string,
  format: RecordFormat,
): Promise<AsyncGenerator<string> | null> {
  const [head, signer] = [await findLastHead(sql), findSigner()];
  if (head === null || signer === null) return null;
  return write({ sql, sources, signer, head, writer: WRITERS[format] }, userId);
}

type WriteDeps = {
  readonly sql: Sql;
  readonly sources: readonly FactSource[];
  readonly signer: LogSigner;
  readonly head: { readonly size: number; readonly note: string };
  readonly writer: RecordWriter;
};

async function* write({ sql, sources, signer, head, writer }: WriteDeps, userId: string): AsyncGenerator<string> {
  const tree = new LogTree(sql);
  const hash = new RecordHash(nodeSha256);
  let waiting = 0;
  yield writer.begin;
  for (const source of sources) {
    const rows = await readFacts(sql, source, userId);
    waiting += rows.filter((row) => !isIn(row, head.size)).length;
    for (const row of rows.filter((one) => isIn(one, head.size))) {
      const entry = await toEntry(tree, row, head.size);
      yield writer.entry(entry, hash.end().count === 0);
      hash.push(entry);
    }
  }
  const signature = signNote(nodeSha256, recordTextToSign(hash.end(), waiting), signer, signer.sign);
  yield writer.end({ key: formatKey(nodeSha256, signer), head: head.note, waiting, signature });
}

const isIn = (row: { readonly index: number | null }, size: number): boolean => row.index !== null && row.index < size;

/** Reads the facts of a person with their leaves. A fact without a leaf has null in the columns of the leaf. */
const readFacts = (sql: Sql, { kind, query }: FactSource, userId: string): Promise<Row[]> => sql<Row[]>`
  SELECT l.*, f.fact FROM (${query(sql)}) f
  LEFT JOIN LATERAL (SELECT ${leafColumns(sql)}, salt FROM log_leaves l
                     WHERE l.fact_id = f.fact_id AND l.kind = ${kind} AND l.step = f.step LIMIT 1) l ON true
  WHERE f.user_id = ${userId} ORDER BY l.index`;

async function toEntry(tree: LogTree, row: Row, size: number): Promise<RecordEntry> {
  const proof = await tree.prove(inclusionRanges(row.index, size));
  const leaf = formatLeaf(toLeaf(row));
  return { index: row.index, leaf, salt: toHex(row.salt), fact: row.fact, proof: proof.map(toBase64) };
}
