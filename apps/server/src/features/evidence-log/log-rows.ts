import { HASH_BYTES, type Hash, hashOfLeaf, type Leaf, type LeafKind, SALT_BYTES } from '@vigia/core/evidence-log';
import type { Json } from '@vigia/core/kernel';
import { nodeSha256 } from '#platform/crypto/log-key.ts';
import type { Sql, SqlStatement, Transaction } from '#platform/persistence/database.ts';

/** A statement of the log about itself. */
export type LogStatement =
  /** States that the log contains every fact that was stored before this time. */
  | { readonly event: 'caught_up' }
  /** States that this key signs all later heads. `key`: its text form. */
  | { readonly event: 'key'; readonly key: string }
  /** The database lost the end of the log, and the log continues without it. `head`: the last head that was signed. */
  | { readonly event: 'restored'; readonly head: string }
  /** The person with this tag was deleted, together with the salts and facts that open their leaves. */
  | { readonly event: 'forgotten'; readonly tag: string }
  /** The clock was set back, so the times of later leaves begin again at an earlier time. */
  | { readonly event: 'clock_back' };

/** A leaf with the salt and the fact id that open it. */
export type LeafRow = Leaf & {
  readonly index: number;
  /** Id and step of the fact; null for statements, and after the person was deleted. */
  readonly factId: string | null;
  readonly step: number;
  readonly salt: Uint8Array | null;
  readonly statement: LogStatement | null;
};

/** A row of `log_leaves` as the database returns it. */
export type StoredLeaf = {
  readonly index: number;
  readonly kind: LeafKind;
  readonly tag: string | null;
  readonly tag_seq: number;
  readonly logged_ms: number;
  readonly commitment: Buffer;
};

/** Returns the leaf of a row. */
export const toLeaf = (row: StoredLeaf): Leaf => ({
  kind: row.kind,
  tag: row.tag === null ? null : row.tag.replaceAll('-', ''),
  tagSeq: row.tag_seq,
  loggedMs: row.logged_ms,
  commitment: row.commitment,
});

/** Returns the columns of `log_leaves` that determine the leaf. */
export const leafColumns = (sql: Sql): SqlStatement => sql`index, kind, tag, tag_seq, logged_ms, commitment`;

/** Number of leaves or nodes below a stored node of the next stored level, and its logarithm. */
export const TILE_WIDTH = 16;
export const TILE_LEVELS = 4;

/** Returns the number of leaves and the time of the last one; 0 without leaves. */
export async function readLogEnd(sql: Sql): Promise<{ readonly size: number; readonly loggedMs: number }> {
  const [row] = await sql<StoredLeaf[]>`
    SELECT ${leafColumns(sql)} FROM log_leaves ORDER BY index DESC LIMIT 1`;
  return row ? { size: row.index + 1, loggedMs: row.logged_ms } : { size: 0, loggedMs: 0 };
}

/** Returns the text form of the current signing key, as the log states it; null before the first statement. */
export async function readStatedKey(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ key: string }[]>`
    SELECT statement ->> 'key' AS key FROM log_leaves WHERE kind = 'log' AND statement ->> 'event' = 'key'
    ORDER BY index DESC LIMIT 1`;
  return row?.key ?? null;
}

/**
 * Inserts consecutive leaves and the stored nodes that they complete. A second writer of an index fails. Hashes and
 * salts are sent as the bytes of all leaves one after the other, and ids as one text, because a list with an element
 * for each leaf takes most of the time of a batch.
 */
export async function insertLeaves(
  tx: Transaction,
  leaves: readonly LeafRow[],
  nodes: readonly { readonly level: number; readonly index: number; readonly hash: Hash }[],
): Promise<void> {
  const salts = Buffer.alloc(leaves.length * SALT_BYTES);
  for (const [place, { salt }] of leaves.entries()) if (salt !== null) salts.set(salt, place * SALT_BYTES);
  await tx`
    INSERT INTO log_leaves (index, kind, tag, tag_seq, logged_ms, commitment, fact_id, step, salt, statement)
    SELECT index, kind, tag, tag_seq, logged_ms, substring(${bytesOf(leaves.map(({ commitment }) => commitment))}
             FROM (place::int - 1) * ${HASH_BYTES} + 1 FOR ${HASH_BYTES}),
           fact_id, step,
           CASE WHEN statement IS NULL
                THEN substring(${salts} FROM (place::int - 1) * ${SALT_BYTES} + 1 FOR ${SALT_BYTES}) ELSE '' END,
           statement::jsonb
    FROM unnest(${listOf(leaves.map(({ index }) => index))}::bigint[],
                ${listOf(leaves.map(({ kind }) => kind))}::text[],
                ${listOf(leaves.map(({ tag }) => tag))}::uuid[], ${listOf(leaves.map(({ tagSeq }) => tagSeq))}::int[],
                ${listOf(leaves.map(({ loggedMs }) => loggedMs))}::bigint[],
                ${listOf(leaves.map(({ factId }) => factId))}::uuid[],
                ${listOf(leaves.map(({ step }) => step))}::int[],
                ${leaves.map(({ statement }) => statement && JSON.stringify(statement))}::text[])
      WITH ORDINALITY AS t (index, kind, tag, tag_seq, logged_ms, fact_id, step, statement, place)`;
  if (nodes.length === 0) return;
  await tx`
    INSERT INTO log_nodes (level, index, hash)
    SELECT level, index, substring(${bytesOf(nodes.map(({ hash }) => hash))}
                           FROM (place::int - 1) * ${HASH_BYTES} + 1 FOR ${HASH_BYTES})
    FROM unnest(${listOf(nodes.map(({ level }) => level))}::smallint[],
                ${listOf(nodes.map(({ index }) => index))}::bigint[]) WITH ORDINALITY AS t (level, index, place)`;
}

/** Returns hashes one after the other. */
const bytesOf = (hashes: readonly Hash[]): Buffer => Buffer.concat(hashes, hashes.length * HASH_BYTES);

/** Returns the text of a PostgreSQL array of numbers, ids or words without special characters. */
const listOf = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;

/**
 * Reads consecutive hashes.
 * @param level 0 for leaves, or the level of a stored node
 * @returns the hashes from `from` to `to`, or fewer if the log is shorter
 */
export async function readHashes(sql: Sql, level: number, from: number, to: number): Promise<Hash[]> {
  if (level > 0) {
    const rows = await sql<{ hash: Buffer }[]>`
      SELECT hash FROM log_nodes WHERE level = ${level} AND index >= ${from} AND index < ${to} ORDER BY index`;
    return rows.map(({ hash }) => hash);
  }
  const rows = await sql<StoredLeaf[]>`
    SELECT ${leafColumns(sql)} FROM log_leaves WHERE index >= ${from} AND index < ${to} ORDER BY index`;
  return rows.map((row) => hashOfLeaf(nodeSha256, toLeaf(row)));
}

/** A signed head as it is stored. */
export type HeadRow = { readonly size: number; readonly note: string; readonly signed_at: Date };

/** Returns the newest signed head; null before the first. */
export async function findLastHead(sql: Sql): Promise<HeadRow | null> {
  const [row] = await sql<HeadRow[]>`SELECT size, note, signed_at FROM log_heads ORDER BY size DESC LIMIT 1`;
  return row ?? null;
}

/** Stores a signed head. */
export const insertHead = (sql: Sql, { size, note, signed_at: at }: HeadRow) =>
  sql`INSERT INTO log_heads (size, note, signed_at) VALUES (${size}, ${note}, ${at}) ON CONFLICT DO NOTHING`;

/** The content of a statement's leaf, which has no salt. */
export const statementFact = (statement: LogStatement): Json => ({ ...statement });
