import {
  at,
  bucketOf,
  type CandleColumns,
  emptyColumns,
  firstRowFrom,
  rowsBetween,
  utcClock,
} from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { type PartRow, partsAfter, partsBefore } from '../price-file.repository.ts';
import { unpackPart } from './parts.ts';
import type { FileClock } from './read-candles.ts';

/**
 * Largest number of the file's candles that a page reads, so that the work for a page of long candles is limited too.
 */
export const MAX_BASE_CANDLES = 200_000;
/** Numbers of blocks in one read. The first reads are small, because most pages lie in one or two blocks. */
const BLOCKS = { first: 2, most: 16 };
const LAST_PART = 2 ** 31 - 1;

/** The time before or after which candles are read, and the number of wanted candles of the timeframe. */
export type BaseCandleRequest = {
  readonly edge: { readonly toTime: number } | { readonly fromTime: number };
  readonly timeframeSeconds: number;
  readonly limit: number;
};

export type BaseCandles = {
  readonly candles: CandleColumns;
  /** True if the file ends here. If false, the outermost candle of the timeframe may be incomplete. */
  readonly isEnd: boolean;
};

/**
 * Reads the candles of a file before or after a time, in UTC, until they form more candles of the timeframe than
 * wanted.
 * @throws DamagedPartError
 */
export async function readBaseCandles(sql: Sql, file: FileClock, wanted: BaseCandleRequest): Promise<BaseCandles> {
  const isBack = 'toTime' in wanted.edge;
  const blocks: CandleColumns[] = [];
  let [base, buckets, lastBucket] = [0, 0, Number.NaN];
  for await (const block of blocksFrom(sql, file, wanted.edge)) {
    blocks.push(block);
    base += block.length;
    for (let row = 0; row < block.length; row += 1) {
      const bucket = bucketOf(at(block.time, isBack ? block.length - 1 - row : row), wanted.timeframeSeconds);
      if (bucket !== lastBucket) buckets += 1;
      lastBucket = bucket;
    }
    if (buckets > wanted.limit || (base >= MAX_BASE_CANDLES && buckets > 1)) {
      return { candles: joined(isBack ? blocks.toReversed() : blocks), isEnd: false };
    }
  }
  return { candles: joined(isBack ? blocks.toReversed() : blocks), isEnd: true };
}

/** Yields the blocks of a file before or after a time, the nearest first, without the candles on the other side. */
async function* blocksFrom(
  sql: Sql,
  { id, timeZone }: FileClock,
  edge: BaseCandleRequest['edge'],
): AsyncGenerator<CandleColumns> {
  const toUtc = utcClock(timeZone, zoneOffset);
  let part = 'toTime' in edge ? LAST_PART : -1;
  for (let limit = BLOCKS.first; ; limit = Math.min(BLOCKS.most, 2 * limit)) {
    const rows = await ('toTime' in edge
      ? partsBefore(sql, id, { part, limit, toTime: edge.toTime })
      : partsAfter(sql, id, { part, limit, fromTime: edge.fromTime }));
    for (const row of rows) {
      part = row.part;
      const within = onSide(await unpackUtcCandles(row, toUtc), edge);
      if (within.length > 0) yield within;
    }
    if (rows.length < limit) return;
  }
}

/** Unpacks a block with its times in UTC. @throws DamagedPartError */
export async function unpackUtcCandles(row: PartRow, toUtc: (wallTime: number) => number): Promise<CandleColumns> {
  const candles = await unpackPart(row.bytes, row.candles);
  for (let index = 0; index < candles.length; index += 1) candles.time[index] = toUtc(at(candles.time, index));
  return candles;
}

const onSide = (candles: CandleColumns, edge: BaseCandleRequest['edge']): CandleColumns =>
  'toTime' in edge
    ? rowsBetween(candles, 0, firstRowFrom(candles, edge.toTime))
    : rowsBetween(candles, firstRowFrom(candles, edge.fromTime), candles.length);

function joined(blocks: readonly CandleColumns[]): CandleColumns {
  const all = emptyColumns(blocks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const { length, time, open, high, low, close } of blocks) {
    all.time.set(time.subarray(0, length), end);
    all.open.set(open.subarray(0, length), end);
    all.high.set(high.subarray(0, length), end);
    all.low.set(low.subarray(0, length), end);
    all.close.set(close.subarray(0, length), end);
    end += length;
  }
  return all;
}
