import type { FileFacts } from '@vigia/core/candles';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

export type PriceFileStatus = 'receiving' | 'waiting' | 'kept';

export type PriceFileRow = {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly status: PriceFileStatus;
  readonly broker: string | null;
  readonly received_bytes: number;
  readonly total_bytes: number | null;
  readonly candles: number;
  readonly first_time: number | null;
  readonly last_time: number | null;
  readonly step_seconds: number | null;
  readonly recognised: unknown;
  readonly first_rows: unknown;
  readonly finding: unknown;
  readonly digest: string | null;
  readonly time_zone: string | null;
  readonly created_at: Date;
};

export type NewFile = {
  readonly id: string;
  readonly userId: string;
  readonly isAnonymous: boolean;
  readonly name: string;
  readonly symbol: string;
  readonly runner: string;
  readonly totalBytes: number | null;
  readonly nowMs: number;
};

export type PartRow = { readonly part: number; readonly candles: number; readonly bytes: Uint8Array };

/**
 * Returns the name of the singleton task of a process that receives files. While the lease of the task is valid, the
 * process is alive.
 */
export const receiverTaskName = (runner: string): string => `price-files.${runner}`;

const columns = (sql: Sql) => sql`
  id, name, symbol, status, received_bytes, total_bytes, candles, first_time, last_time, step_seconds, recognised,
  first_rows, finding, digest, time_zone, broker, created_at`;

/** Returns the files of a user, the newest first. A history that is fetched for the first time is left out. */
export const listFiles = (sql: Sql, userId: string): Promise<PriceFileRow[]> => sql<PriceFileRow[]>`
  SELECT ${columns(sql)} FROM price_files
  WHERE user_id = ${userId} AND status <> 'fetching' ORDER BY created_at DESC, id DESC`;

export async function findFile(sql: Sql, id: string, userId: string): Promise<PriceFileRow | null> {
  const [row] = await sql<PriceFileRow[]>`
    SELECT ${columns(sql)} FROM price_files
    WHERE id = ${id} AND user_id = ${userId} AND status <> 'fetching'`;
  return row ?? null;
}

/** Counts the files and candles of a user, and the candles of all anonymous users. Reserved candles count too. */
export async function countStoredFiles(sql: Sql, userId: string) {
  const [row] = await sql<[{ files: number; candles: number; ofAnonymous: number }]>`
    SELECT count(*) FILTER (WHERE user_id = ${userId})::int AS files,
           coalesce(sum(greatest(candles, reserved_candles)) FILTER (WHERE user_id = ${userId}), 0)::float8 AS candles,
           coalesce(sum(greatest(candles, reserved_candles)) FILTER (WHERE is_anonymous), 0)::float8 AS "ofAnonymous"
    FROM price_files WHERE user_id = ${userId} OR is_anonymous`;
  return row;
}

/** Inserts a file that is about to be received. */
export async function insertFile(sql: Sql, file: NewFile): Promise<void> {
  await sql`
    INSERT INTO price_files (id, user_id, is_anonymous, name, symbol, status, runner, total_bytes, created_at)
    VALUES (${file.id}, ${file.userId}, ${file.isAnonymous}, ${file.name}, ${file.symbol}, 'receiving', ${file.runner},
            ${file.totalBytes}, ${new Date(file.nowMs)})`;
}

export type StoredPart = PartRow & {
  readonly fileId: string;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly receivedBytes: number;
};

/** Stores a block of candles and the progress. Returns false if the file has been deleted in the meantime. */
export async function insertPart(tx: Transaction, part: StoredPart): Promise<boolean> {
  const { count } = await tx`
    UPDATE price_files SET candles = candles + ${part.candles}, received_bytes = ${part.receivedBytes}
    WHERE id = ${part.fileId} AND status = 'receiving'`;
  if (count === 0) return false;
  await tx`
    INSERT INTO price_file_parts (file_id, part, first_time, last_time, candles, bytes)
    VALUES (${part.fileId}, ${part.part}, ${part.firstTime}, ${part.lastTime}, ${part.candles},
            ${Buffer.from(part.bytes)})`;
  return true;
}

export type ReceivedFileFacts = {
  readonly facts: FileFacts;
  readonly receivedBytes: number;
  readonly digest: string;
  readonly recognised: unknown;
  readonly firstRows: unknown;
  readonly finding: unknown;
};

/**
 * Marks a file as completely read. Returns false if the user already has a file with the same candles, or if the file
 * was deleted.
 */
export async function finishReceiving(
  tx: Transaction,
  id: string,
  userId: string,
  read: ReceivedFileFacts,
): Promise<boolean> {
  const { facts } = read;
  await lockSubject(tx, 'priceFiles', userId);
  const { count } = await tx`
    UPDATE price_files SET status = 'waiting', received_bytes = ${read.receivedBytes}, candles = ${facts.candles},
           first_time = ${facts.firstTime}, last_time = ${facts.lastTime}, step_seconds = ${facts.stepSeconds},
           digest = ${read.digest}, recognised = ${JSON.stringify(read.recognised)}::text::jsonb,
           first_rows = ${JSON.stringify(read.firstRows)}::text::jsonb,
           finding = ${JSON.stringify(read.finding)}::text::jsonb
    WHERE id = ${id} AND status = 'receiving' AND NOT EXISTS (
      SELECT 1 FROM price_files WHERE user_id = ${userId} AND digest = ${read.digest})`;
  return count > 0;
}

export async function findFileByDigest(sql: Sql, userId: string, digest: string): Promise<PriceFileRow | null> {
  const [row] = await sql<PriceFileRow[]>`
    SELECT ${columns(sql)} FROM price_files WHERE user_id = ${userId} AND digest = ${digest}`;
  return row ?? null;
}

/** Keeps a waiting file permanently, with its time zone. Returns false if the file is not waiting. */
export async function markFileKept(sql: Sql, id: string, timeZone: string, nowMs: number): Promise<boolean> {
  const { count } = await sql`
    UPDATE price_files SET status = 'kept', time_zone = ${timeZone}, kept_at = ${new Date(nowMs)}
    WHERE id = ${id} AND status = 'waiting'`;
  return count > 0;
}

export async function deleteFile(sql: Sql, id: string, userId: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM price_files WHERE id = ${id} AND user_id = ${userId}`;
  return count > 0;
}

/** Hours for which a file waits for the confirmation of its time zone. */
const WAITS_HOURS = 24;

/** Deletes files that were not confirmed for a day. */
export async function deleteUnconfirmedFiles(sql: Sql, nowMs: number): Promise<void> {
  const oldest = new Date(nowMs - WAITS_HOURS * 3_600_000);
  await sql`DELETE FROM price_files WHERE status = 'waiting' AND created_at < ${oldest}`;
}

/** Deletes files that were being received by a process whose lease expired more than a minute ago. */
export async function deleteInterruptedFiles(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM price_files WHERE status = 'receiving' AND NOT EXISTS (
      SELECT 1 FROM leases WHERE name = ${receiverTaskName('')} || runner AND expires_at > now() - interval '60 seconds')`;
}

/** Margin in seconds that is larger than the UTC offset of any time zone. */
const FARTHEST_S = 26 * 3_600;

/** Returns the next block of a file that may contain candles since `fromTime` (UTC seconds); null if there is none. */
export async function readNextPart(sql: Sql, fileId: string, after: number, fromTime: number): Promise<PartRow | null> {
  const [row] = await sql<PartRow[]>`
    SELECT part, candles, bytes FROM price_file_parts
    WHERE file_id = ${fileId} AND part > ${after} AND last_time >= ${fromTime - FARTHEST_S} ORDER BY part LIMIT 1`;
  return row ?? null;
}

/** Returns blocks of a file after a block that may contain candles since `fromTime` (UTC seconds), the oldest first. */
export const partsAfter = (
  sql: Sql,
  fileId: string,
  { part, fromTime, limit }: { readonly part: number; readonly fromTime: number; readonly limit: number },
): Promise<PartRow[]> => sql<PartRow[]>`
  SELECT part, candles, bytes FROM price_file_parts
  WHERE file_id = ${fileId} AND part > ${part} AND last_time >= ${fromTime - FARTHEST_S} ORDER BY part LIMIT ${limit}`;

/** Returns blocks of a file before a block that may contain candles before `toTime` (UTC seconds), the newest first. */
export const partsBefore = (
  sql: Sql,
  fileId: string,
  { part, toTime, limit }: { readonly part: number; readonly toTime: number; readonly limit: number },
): Promise<PartRow[]> => sql<PartRow[]>`
  SELECT part, candles, bytes FROM price_file_parts
  WHERE file_id = ${fileId} AND part < ${part} AND first_time < ${toTime + FARTHEST_S}
  ORDER BY part DESC LIMIT ${limit}`;

export type PartSpan = { readonly part: number; readonly first_time: number; readonly last_time: number };

/** Returns the spans of all blocks of a file in the time zone of the file, the newest first. */
export const partSpans = (sql: Sql, fileId: string): Promise<PartSpan[]> => sql<PartSpan[]>`
  SELECT part, first_time, last_time FROM price_file_parts WHERE file_id = ${fileId} ORDER BY part DESC`;

/** Returns an upper bound for the number of candles of a file in a span of UTC seconds. */
export async function candlesWithin(
  sql: Sql,
  fileId: string,
  { fromTime, toTime }: { readonly fromTime: number; readonly toTime: number },
): Promise<number> {
  const [row] = await sql<[{ candles: number }]>`
    SELECT coalesce(sum(candles), 0)::float8 AS candles FROM price_file_parts
    WHERE file_id = ${fileId} AND last_time >= ${fromTime - FARTHEST_S} AND first_time < ${toTime + FARTHEST_S}`;
  return row.candles;
}
