import type { CandleView } from '@vigia/contract';
import { at, bucketOf, type Candle, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { CandleArchive } from './candle-archive.ts';
import type { CandlePage } from './market-data.ts';
import type { SymbolTrack } from './symbol-track.ts';

const MINUTE_S = 60;
/**
 * Factor by which a read reaches further back than the previous read. The previous read found too few candles because
 * the market was closed.
 */
const WIDEN = 4;

/** Requests the newest `limit` candles that are older than `before`. */
type Wanted = { readonly limit: number; readonly before: number };

const closedView = (candle: Candle): CandleView => ({ ...candle, closed: true });

/**
 * Returns one page of candles, oldest first. The last day with the forming candle comes from memory, older candles come
 * from the archive.
 */
export async function readCandles(
  archive: CandleArchive,
  track: SymbolTrack,
  timeframe: Timeframe,
  { limit, before = Infinity }: CandlePage,
): Promise<readonly CandleView[]> {
  const recent = recentCandles(track, timeframe, { limit, before });
  const page = recent.candles.filter((candle) => candle.time < before).slice(-limit);
  if (page.length === limit) return page;
  const toTime = Math.min(recent.fromTime, before);
  const older = await olderCandles(archive, track.asset.symbol, timeframe, toTime, limit - page.length);
  return [...older.map(closedView), ...page];
}

/**
 * Builds whole candles from the minutes in memory: at least the newest `limit` candles before `before`, if memory has
 * them. `fromTime` is where memory starts and the archive ends.
 */
function recentCandles(
  track: SymbolTrack,
  timeframe: Timeframe,
  page: Wanted,
): { fromTime: number; candles: CandleView[] } {
  const timeframeS = TIMEFRAME_SECONDS[timeframe];
  const forming = track.forming(timeframe);
  const firstMinute = track.minutes.firstTime ?? forming?.time ?? Number.MAX_SAFE_INTEGER;
  const fromTime = nextBucket(firstMinute, timeframeS);
  const built = resample(newestMinutes(track, fromTime, timeframeS, page), timeframeS, MINUTE_S);
  const candles = Array.from({ length: built.candles.length }, (_, row) => closedView(candleAt(built.candles, row)));
  const last = forming ?? built.forming;
  // The clock may have closed a candle whose last minutes are missing.
  if (built.forming !== null && built.forming.time !== last?.time) candles.push(closedView(built.forming));
  if (last !== null && last.time >= fromTime) candles.push({ ...last, closed: forming === null });
  return { fromTime, candles };
}

/** Selects only the minutes that a page needs: those of `limit` candles and of one candle before them. */
function newestMinutes(
  { minutes }: SymbolTrack,
  fromTime: number,
  timeframeS: number,
  { limit, before }: Wanted,
): CandleColumns {
  const all = minutes.since(fromTime);
  const wanted = (limit + 1) * (timeframeS / MINUTE_S);
  const first = all.length - minutes.since(Math.max(fromTime, before)).length - wanted;
  return first <= 0 ? all : minutes.since(nextBucket(at(all.time, first), timeframeS));
}

const nextBucket = (timeS: number, timeframeS: number): number => Math.ceil(timeS / timeframeS) * timeframeS;

async function olderCandles(
  archive: CandleArchive,
  symbol: string,
  timeframe: Timeframe,
  toTime: number,
  limit: number,
): Promise<readonly Candle[]> {
  const timeframeS = TIMEFRAME_SECONDS[timeframe];
  const stored = await archive.span(symbol);
  if (stored === null || stored.fromTime >= toTime) return [];
  const end = Math.min(toTime, stored.toTime);
  for (let reachS = limit * timeframeS; ; reachS *= WIDEN) {
    const fromTime = bucketOf(Math.max(stored.fromTime, end - reachS), timeframeS);
    const found = await archive.candles(symbol, timeframeS, { fromTime, toTime: end }, limit);
    if (found.length >= limit || fromTime <= stored.fromTime) return found;
  }
}
