import { MARKET_SILENCE_MS } from '@vigia/core/kernel';
import type { RecordedPrices } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { PricePoint } from './market-data.ts';

/** A moment at which the price of a source is asked for, with the precision of its time. */
export type PriceMoment = {
  readonly source: PriceSource;
  readonly symbol: string;
  /** Epoch ms. */
  readonly timeMs: number;
  /** The price may have been read this many milliseconds earlier or later. */
  readonly precisionMs: number;
};

/**
 * Returns the prices that the server recorded live around each moment, in the order of the moments. The result is null
 * if the recording has a gap there: no tick within 60 s before or after, or ticks that were fetched later. Fetched
 * ticks are the later statement of a broker, so they prove nothing about it.
 */
export async function recordedPrices(
  sql: Sql,
  moments: readonly PriceMoment[],
): Promise<readonly (RecordedPrices | null)[]> {
  const rows = await sql<(RecordedPrices & { index: number })[]>`
    SELECT m.index, held.price AS "heldPrice", least(earlier.price, inside.low) AS "lowPrice",
           greatest(earlier.price, inside.high) AS "highPrice"
    FROM unnest(${moments.map((_, index) => index)}::int[], ${moments.map(({ source }) => source)}::text[],
                ${moments.map(({ symbol }) => symbol)}::text[],
                ${moments.map(({ timeMs }) => timeMs)}::bigint[],
                ${moments.map(({ timeMs, precisionMs }) => timeMs - precisionMs)}::bigint[],
                ${moments.map(({ timeMs, precisionMs }) => timeMs + precisionMs)}::bigint[])
         AS m(index, source, symbol, at_ms, from_ms, to_ms)
    CROSS JOIN LATERAL (
      SELECT t.price, t.backfilled FROM ticks t
      WHERE t.source = m.source AND t.symbol = m.symbol
        AND t.time_ms <= m.from_ms AND t.time_ms > m.from_ms - ${MARKET_SILENCE_MS}
      ORDER BY t.time_ms DESC, t.seq DESC LIMIT 1) earlier
    CROSS JOIN LATERAL (
      SELECT t.price FROM ticks t
      WHERE t.source = m.source AND t.symbol = m.symbol
        AND t.time_ms <= m.at_ms AND t.time_ms > m.from_ms - ${MARKET_SILENCE_MS}
      ORDER BY t.time_ms DESC, t.seq DESC LIMIT 1) held
    CROSS JOIN LATERAL (
      SELECT t.backfilled FROM ticks t
      WHERE t.source = m.source AND t.symbol = m.symbol
        AND t.time_ms > m.to_ms AND t.time_ms < m.to_ms + ${MARKET_SILENCE_MS}
      ORDER BY t.time_ms, t.seq LIMIT 1) later
    CROSS JOIN LATERAL (
      SELECT min(t.price) AS low, max(t.price) AS high, coalesce(bool_or(t.backfilled), false) AS backfilled
      FROM ticks t
      WHERE t.source = m.source AND t.symbol = m.symbol AND t.time_ms > m.from_ms AND t.time_ms <= m.to_ms) inside
    WHERE NOT earlier.backfilled AND NOT later.backfilled AND NOT inside.backfilled`;
  const byIndex = new Map(
    rows.map(({ index, heldPrice, lowPrice, highPrice }) => [index, { heldPrice, lowPrice, highPrice }]),
  );
  return moments.map((_, index) => byIndex.get(index) ?? null);
}

/** Returns the first stored tick with `afterMs` < time ≤ `untilMs`; null if there is none. */
export async function firstStoredTick(
  sql: Sql,
  { source, symbol }: Pick<PriceMoment, 'source' | 'symbol'>,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): Promise<PricePoint | null> {
  const [tick] = await sql<PricePoint[]>`
    SELECT time_ms AS "timeMs", price FROM ticks
    WHERE source = ${source} AND symbol = ${symbol} AND time_ms > ${afterMs} AND time_ms <= ${untilMs}
    ORDER BY time_ms, seq LIMIT 1`;
  return tick ?? null;
}
