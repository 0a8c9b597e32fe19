import type { Candle, CandleColumns } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { PricePoint } from './market-data.ts';
import type { TickBatch } from './tick-queue.ts';

/** A span of whole minutes in epoch seconds, `toTime` exclusive. */
export type TimeSpan = { readonly fromTime: number; readonly toTime: number };

/**
 * Largest time in milliseconds between two ticks without a possible loss. At a larger distance, ticks between them may
 * be missing.
 */
const NEIGHBOUR_MS = 10_000;

export type SymbolCandle = { readonly symbol: string; readonly candle: Candle };

/** Writes a batch of ticks in one statement. Ticks that are already stored do not change. */
export async function insertTicks(sql: Sql, source: PriceSource, batch: TickBatch): Promise<void> {
  await sql`
    INSERT INTO ticks (source, symbol, time_ms, seq, price, backfilled)
    SELECT ${source}, symbol, time_ms, seq, price, backfilled = 1 FROM unnest(
      ${batch.symbols}::text[], ${batch.timesMs}::bigint[], ${batch.seqs}::smallint[], ${batch.prices}::float8[],
      ${batch.backfilled}::int[]
    ) AS t (symbol, time_ms, seq, price, backfilled) ON CONFLICT DO NOTHING`;
}

/**
 * Writes candles in one statement. Candles that are already stored do not change, because published candles never
 * change.
 */
export async function insertCandles(sql: Sql, source: PriceSource, rows: readonly SymbolCandle[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
    SELECT ${source}, c.* FROM unnest(
      ${rows.map((row) => row.symbol)}::text[],
      ${rows.map((row) => row.candle.time)}::bigint[],
      ${rows.map((row) => row.candle.open)}::float8[],
      ${rows.map((row) => row.candle.high)}::float8[],
      ${rows.map((row) => row.candle.low)}::float8[],
      ${rows.map((row) => row.candle.close)}::float8[]
    ) AS c ON CONFLICT DO NOTHING`;
}

/**
 * Reads the last stored tick with `fromMs` ≤ time < `beforeMs`. `isSure` is true if there are ticks close to
 * `beforeMs`, so that no tick is missing in between.
 */
export async function storedTickBefore(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  fromMs: number,
  beforeMs: number,
): Promise<{ readonly tick: PricePoint; readonly isSure: boolean } | null> {
  const rows = await sql<(PricePoint & { isFollowed: boolean })[]>`
    SELECT price, time_ms AS "timeMs", EXISTS (
      SELECT 1 FROM ticks WHERE source = ${source} AND symbol = ${symbol}
        AND time_ms >= ${beforeMs} AND time_ms < ${beforeMs + NEIGHBOUR_MS}
    ) AS "isFollowed"
    FROM ticks
    WHERE source = ${source} AND symbol = ${symbol} AND time_ms >= ${fromMs} AND time_ms < ${beforeMs}
    ORDER BY time_ms DESC, seq DESC LIMIT 1`;
  const row = rows[0];
  if (row === undefined) return null;
  const { price, timeMs, isFollowed } = row;
  return { tick: { price, timeMs }, isSure: isFollowed && beforeMs - timeMs <= NEIGHBOUR_MS };
}

/**
 * Reads the open time of the newest stored candle of each symbol that has one. The query looks up each symbol
 * separately; otherwise it would read a year of candles.
 */
export async function lastCandleTimes(sql: Sql, source: PriceSource): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ symbol: string; time: number }[]>`
    WITH RECURSIVE newest AS (
      (SELECT symbol, time FROM candles_1m WHERE source = ${source} ORDER BY symbol DESC, time DESC LIMIT 1)
      UNION ALL
      SELECT next.* FROM newest n CROSS JOIN LATERAL (
        SELECT symbol, time FROM candles_1m WHERE source = ${source} AND symbol < n.symbol
        ORDER BY symbol DESC, time DESC LIMIT 1) next)
    SELECT symbol, time FROM newest`;
  return new Map(rows.map((row) => [row.symbol, row.time]));
}

/** Returns the gaps in the 1-minute candles between two times (epoch seconds, whole minutes), newest first. */
export async function missingSpans(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  span: TimeSpan,
): Promise<readonly TimeSpan[]> {
  const rows = await sql<TimeSpan[]>`
    SELECT time + 60 AS "fromTime", next AS "toTime" FROM (
      SELECT time, lead(time) OVER (ORDER BY time) AS next FROM (
        SELECT ${span.fromTime - 60}::bigint AS time
        UNION ALL
        SELECT time FROM candles_1m
        WHERE source = ${source} AND symbol = ${symbol} AND time >= ${span.fromTime} AND time < ${span.toTime}
        UNION ALL
        SELECT ${span.toTime}::bigint
      ) AS known
    ) AS gaps WHERE next > time + 60 ORDER BY time DESC`;
  return rows;
}

/**
 * Minutes as five columns of doubles. The database packs each column into bytes, so a year of minutes is read without
 * an object per row.
 */
type PackedMinutes = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close', Uint8Array | null>>;

/** Reads stored 1-minute candles with `fromTime` ≤ time < `toTime`, ascending. */
export async function storedMinutes(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  span: TimeSpan,
): Promise<CandleColumns> {
  const packed = (column: string) => sql`string_agg(float8send(${sql(column)}::float8), '' ORDER BY time)`;
  const rows = await sql<PackedMinutes[]>`
    SELECT ${packed('time')} AS time, ${packed('open')} AS open, ${packed('high')} AS high, ${packed('low')} AS low,
           ${packed('close')} AS close
    FROM candles_1m
    WHERE source = ${source} AND symbol = ${symbol} AND time >= ${span.fromTime} AND time < ${span.toTime}`;
  const unpacked = (column: keyof PackedMinutes) => decodeDoubles(rows[0]?.[column] ?? new Uint8Array());
  const time = unpacked('time');
  return {
    length: time.length,
    time,
    open: unpacked('open'),
    high: unpacked('high'),
    low: unpacked('low'),
    close: unpacked('close'),
  };
}

/** Decodes doubles in network byte order, as float8send writes them. */
export function decodeDoubles(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const doubles = new Float64Array(bytes.byteLength / 8);
  for (let row = 0; row < doubles.length; row += 1) doubles[row] = view.getFloat64(row * 8);
  return doubles;
}

/** Counts the stored 1-minute candles of a span, up to one above `atMost`. */
export async function storedMinutesCount(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  { fromTime, toTime }: TimeSpan,
  atMost: number,
): Promise<number> {
  const rows = await sql<{ count: number }[]>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM candles_1m
      WHERE source = ${source} AND symbol = ${symbol} AND time >= ${fromTime} AND time < ${toTime}
      LIMIT ${atMost + 1}
    ) AS found`;
  return rows[0]?.count ?? 0;
}

/** Returns the span from the oldest stored candle to the end of the newest; null if there is none. */
export async function storedSpan(sql: Sql, source: PriceSource, symbol: string): Promise<TimeSpan | null> {
  const rows = await sql<{ first: number | null; last: number | null }[]>`
    SELECT min(time) AS first, max(time) AS last FROM candles_1m WHERE source = ${source} AND symbol = ${symbol}`;
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { fromTime: first, toTime: last + 60 };
}

/**
 * Builds candles of `timeframeSeconds` from the stored 1-minute candles of the span. Returns the newest `limit` of
 * them, in ascending order.
 */
export async function storedCandles(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  timeframeSeconds: number,
  span: TimeSpan,
  limit: number,
): Promise<readonly Candle[]> {
  const rows = await sql<Candle[]>`
    SELECT b.bucket AS time, first.open, b.high, b.low, last.close FROM (
      SELECT time - time % ${timeframeSeconds}::bigint AS bucket,
             min(time) AS first_time, max(time) AS last_time, max(high) AS high, min(low) AS low
      FROM candles_1m
      WHERE source = ${source} AND symbol = ${symbol} AND time >= ${span.fromTime} AND time < ${span.toTime}
      GROUP BY 1 ORDER BY 1 DESC LIMIT ${limit}
    ) AS b
    JOIN candles_1m AS first ON first.source = ${source} AND first.symbol = ${symbol} AND first.time = b.first_time
    JOIN candles_1m AS last ON last.source = ${source} AND last.symbol = ${symbol} AND last.time = b.last_time
    ORDER BY b.bucket`;
  return rows;
}

/**
 * Returns the start of the current replay of this recording in epoch milliseconds; null if the last replay was of
 * another recording.
 */
export async function readRecordingStart(sql: Sql, recording: string): Promise<number | null> {
  const rows = await sql<{ beginMs: number }[]>`
    SELECT (value ->> 'beginMs')::float8 AS "beginMs" FROM installation
    WHERE key = 'recording' AND value ->> 'id' = ${recording}`;
  return rows[0]?.beginMs ?? null;
}

/** Stores the start of a recording's replay, which replaces that of the earlier replay. */
export async function storeRecordingStart(sql: Sql, recording: string, beginMs: number): Promise<void> {
  await sql`
    INSERT INTO installation (key, value)
    VALUES ('recording', jsonb_build_object('id', ${recording}::text, 'beginMs', ${beginMs}::bigint))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
}
