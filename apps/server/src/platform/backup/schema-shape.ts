import { invariant } from '@vigia/core/kernel';
import type { Sql } from '../persistence/database.ts';

/** A table with its stored columns, without generated ones. Partitions count as part of their table. */
export type TableShape = { readonly name: string; readonly columns: readonly string[] };

/** Name of the table of migration steps. It belongs to the schema and is not backed up. */
const BOOKKEEPING = 'schema_migrations';

/** Returns all logged tables. Each comes after the tables that it references. */
export async function readTables(sql: Sql): Promise<readonly TableShape[]> {
  const tables = await sql<TableShape[]>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
      AND NOT c.relispartition
      AND c.relname <> ${BOOKKEEPING}
    GROUP BY c.relname ORDER BY c.relname`;
  const references = await sql<{ from: string; to: string }[]>`
    SELECT DISTINCT f.relname AS from, t.relname AS to
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND NOT f.relispartition AND NOT t.relispartition AND f.oid <> t.oid`;
  return inOrderOfReference(tables, references);
}

function inOrderOfReference(
  tables: readonly TableShape[],
  references: readonly { readonly from: string; readonly to: string }[],
): readonly TableShape[] {
  const ordered: TableShape[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isFree = ({ name }: TableShape) => !references.some(({ from, to }) => from === name && names.has(to));
    const free = waiting.filter(isFree);
    invariant(free.length > 0, 'tables refer to each other in a circle');
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Returns the days that have a partition, in order and in the form `2026-11-21`. */
export async function readPartitionDays(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ day: string }[]>`
    SELECT DISTINCT to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
    FROM pg_class c WHERE c.relispartition AND c.relkind = 'r' AND c.relname ~ '_[0-9]{8}$' ORDER BY day`;
  return rows.map(({ day }) => day);
}

/** Returns the used sequences with their last values. */
export async function readSequences(
  sql: Sql,
): Promise<readonly { readonly name: string; readonly lastValue: number }[]> {
  const rows = await sql<{ name: string; last: string }[]>`
    SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY name`;
  return rows.map(({ name, last }) => ({ name, lastValue: Number(last) }));
}

/** Quotes an identifier for the text of a statement. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
