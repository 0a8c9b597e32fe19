import type { TickColumns } from '@vigia/core/candles';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { decodeDoubles } from './market.repository.ts';

/** A span of time in epoch milliseconds, `toMs` exclusive. */
export type TickSpan = { readonly fromMs: number; readonly toMs: number };

/** Reads the newest `limit` stored ticks of a span, ascending. The database packs them, without an object per tick. */
export async function storedTicks(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  { fromMs, toMs }: TickSpan,
  limit: number,
): Promise<TickColumns> {
  const rows = await sql<{ timeMs: Uint8Array | null; price: Uint8Array | null }[]>`
    SELECT string_agg(float8send(time_ms::float8), '' ORDER BY time_ms, seq) AS "timeMs",
           string_agg(float8send(price), '' ORDER BY time_ms, seq) AS price
    FROM (
      SELECT time_ms, seq, price FROM ticks
      WHERE source = ${source} AND symbol = ${symbol} AND time_ms >= ${fromMs} AND time_ms < ${toMs}
      ORDER BY time_ms DESC, seq DESC LIMIT ${limit}
    ) AS newest`;
  const timeMs = decodeDoubles(rows[0]?.timeMs ?? new Uint8Array());
  return { length: timeMs.length, timeMs, price: decodeDoubles(rows[0]?.price ?? new Uint8Array()) };
}
