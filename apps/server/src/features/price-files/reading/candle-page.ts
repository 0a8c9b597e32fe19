import type { PriceFileCandlesQuery, PriceFileCandlesView } from '@vigia/contract';
import { bucketOf, type Candle, candleAt, resample, utcClock } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { KeptFile, KeptSpan } from '../kept-file.ts';
import { type BaseCandleRequest, type BaseCandles, readBaseCandles } from './base-candles.ts';
import { decimalsOf } from './decimals-of.ts';
import { hasSaturdays } from './saturdays.ts';

const iso = (time: number): string => new Date(time * 1_000).toISOString();

/**
 * Reads a page of candles of a kept file, resampled to a timeframe that its step divides.
 * @throws DamagedPartError
 */
export async function readCandlePage(
  sql: Sql,
  file: KeptFile & KeptSpan,
  query: PriceFileCandlesQuery,
): Promise<PriceFileCandlesView> {
  const timeframeSeconds = TIMEFRAME_SECONDS[query.timeframe];
  const toUtc = utcClock(file.timeZone, zoneOffset);
  const ends = { first: toUtc(file.firstTime), last: toUtc(file.lastTime) };
  const edge = edgeOf(query, timeframeSeconds, ends.last);
  const base = await readBaseCandles(sql, file, { edge, timeframeSeconds, limit: query.limit });
  const rows = wholeRows(base, edge, timeframeSeconds, file.stepSeconds);
  const isBack = 'toTime' in edge;
  const candles = isBack ? rows.candles.slice(-query.limit) : rows.candles.slice(0, query.limit);
  const isCut = !base.isEnd || rows.candles.length > candles.length;
  return {
    candles: candles.map((candle) => ({
      ...candle,
      closed: candle !== rows.forming || candle.time + timeframeSeconds <= ends.last,
    })),
    has_older: isBack ? isCut : ends.first < edge.fromTime,
    has_newer: isBack ? ends.last >= edge.toTime : isCut,
    first_candle: iso(ends.first),
    last_candle: iso(ends.last),
    decimals: decimalsOf(candles),
    trades_on_saturdays: await hasSaturdays(sql, file, base.candles),
  };
}

/** Returns the edge of a page, aligned to the edge of a candle of the timeframe. */
function edgeOf(
  { before, from }: PriceFileCandlesQuery,
  timeframeSeconds: number,
  last: number,
): BaseCandleRequest['edge'] {
  if (from !== undefined) return { fromTime: bucketOf(from, timeframeSeconds) };
  return { toTime: bucketOf((before ?? last + 1) - 1, timeframeSeconds) + timeframeSeconds };
}

type Rows = { readonly candles: readonly Candle[]; readonly forming: Candle | null };

/** Resamples base candles and leaves out a candle at the far side that may be incomplete. */
function wholeRows(
  { candles: base, isEnd }: BaseCandles,
  edge: BaseCandleRequest['edge'],
  timeframeSeconds: number,
  step: number,
): Rows {
  const { candles: columns, forming } = resample(base, timeframeSeconds, step);
  const candles = Array.from({ length: columns.length }, (_, row) => candleAt(columns, row));
  if (forming) candles.push(forming);
  if (isEnd) return { candles, forming };
  return { candles: 'toTime' in edge ? candles.slice(1) : candles.slice(0, -1), forming };
}
