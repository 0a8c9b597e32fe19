import { createHash } from 'node:crypto';
import { at, type CandleColumns } from '@vigia/core/candles';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { packPart } from './reading/parts.ts';
import { readCandles } from './reading/read-candles.ts';

const MINUTE_S = 60;
const EVER = { fromTime: 0, toTime: 1e12 };
/** Smallest number of candles with which a backtest can use a file. */
const FEWEST = 2;

export type NewFetchedFile = {
  readonly id: string;
  readonly userId: string;
  readonly isAnonymous: boolean;
  /** Display name of the broker. */
  readonly name: string;
  readonly broker: string;
  readonly symbol: string;
  readonly nowMs: number;
};

/**
 * Inserts a price file without candles for a fetched history of 1-minute candles in UTC. Its digest is computed from
 * broker and symbol. Backtests on the history therefore count as backtests on the same data, even after the history was
 * extended.
 */
export async function insertFetchedFile(tx: Transaction, file: NewFetchedFile): Promise<void> {
  const digest = createHash('sha256').update(`history:${file.broker}:${file.symbol}`).digest('hex');
  await tx`
    INSERT INTO price_files (id, user_id, is_anonymous, name, symbol, status, runner, broker, step_seconds, digest,
                             created_at)
    VALUES (${file.id}, ${file.userId}, ${file.isAnonymous}, ${file.name}, ${file.symbol}, 'fetching', '',
            ${file.broker}, ${MINUTE_S}, ${digest}, ${new Date(file.nowMs)})`;
}

/**
 * Reserves room for candles before they arrive. @param candles largest number of candles that the file may then contain
 */
export async function reserveCandles(tx: Transaction, id: string, candles: number): Promise<void> {
  await tx`UPDATE price_files SET reserved_candles = ${candles} WHERE id = ${id}`;
}

/** A page of a history, ready to be stored. */
export type PackedPage = {
  readonly candles: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly bytes: Buffer;
};

/** Packs the candles of a page; null if it has none. */
export async function packPage(candles: CandleColumns): Promise<PackedPage | null> {
  const { length, time } = candles;
  if (length === 0) return null;
  return { candles: length, firstTime: at(time, 0), lastTime: at(time, length - 1), bytes: await packPart(candles) };
}

/**
 * Stores a page of a history. A stored page is replaced only by a page with more candles, so a page that arrives twice
 * changes nothing.
 * @param page number of the page; pages ascend in time and share no minute
 */
export async function storePage(tx: Transaction, fileId: string, page: number, packed: PackedPage): Promise<void> {
  const { candles, firstTime, lastTime, bytes } = packed;
  const [stored] = await tx<{ candles: number }[]>`
    SELECT candles FROM price_file_parts WHERE file_id = ${fileId} AND part = ${page}`;
  if (stored !== undefined && stored.candles >= candles) return;
  await tx`
    INSERT INTO price_file_parts (file_id, part, first_time, last_time, candles, bytes)
    VALUES (${fileId}, ${page}, ${firstTime}, ${lastTime}, ${candles}, ${bytes})
    ON CONFLICT (file_id, part) DO UPDATE
      SET first_time = ${firstTime}, last_time = ${lastTime}, candles = ${candles}, bytes = ${bytes}`;
  await tx`
    UPDATE price_files SET candles = candles + ${candles - (stored?.candles ?? 0)},
           first_time = least(first_time, ${firstTime}), last_time = greatest(last_time, ${lastTime})
    WHERE id = ${fileId}`;
}

/** Keeps a history whose fetch has ended, so that backtests can use it. A history with too few candles stays hidden. */
export async function keepFetchedHistory(tx: Transaction, id: string, nowMs: number): Promise<void> {
  await tx`UPDATE price_files SET reserved_candles = 0 WHERE id = ${id}`;
  await tx`
    UPDATE price_files SET status = 'kept', time_zone = 'UTC', kept_at = ${new Date(nowMs)}
    WHERE id = ${id} AND candles >= ${FEWEST}`;
}

/** Returns the open times of all candles of a history, ascending. */
export async function readStoredTimes(sql: Sql, id: string): Promise<Float64Array> {
  const blocks: Float64Array[] = [];
  for await (const { length, time } of readCandles(sql, { id, timeZone: 'UTC' }, EVER)) {
    blocks.push(time.subarray(0, length));
  }
  const times = new Float64Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const block of blocks) {
    times.set(block, end);
    end += block.length;
  }
  return times;
}
