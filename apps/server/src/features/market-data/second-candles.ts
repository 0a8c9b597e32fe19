import type { CandleView, SecondCandlesView } from '@vigia/contract';
import { at, bucketOf, type Candle, CandleBuilder, type TickColumns } from '@vigia/core/candles';
import type { CandlePage } from './market-data.ts';
import type { TickSpan } from './stored-ticks.ts';
import type { SymbolTrack } from './symbol-track.ts';

/**
 * Largest number of ticks that one read takes. It is enough for 1,000 candles of 30 s of a source with a tick each
 * second. A page needs one or two reads.
 */
export const MAX_TICKS_PER_READ = 40_000;
/** Factor by which the first read is longer than a page without pauses. */
const WIDEN = 2;
/** Span in seconds of the candles that are followed live. Older ones cannot change, because their minute is closed. */
const FOLLOWED_S = 60;
/** End of a read without an end. */
const NO_END_MS = Number.MAX_SAFE_INTEGER;
const NO_TICKS: TickColumns = { length: 0, timeMs: new Float64Array(), price: new Float64Array() };

/** The page of a market without ticks. */
export const NO_SECOND_CANDLES: SecondCandlesView = { candles: [], has_older: false };

/** Reads the newest `limit` stored ticks of a span. */
export type ReadTicks = (span: TickSpan, limit: number) => Promise<TickColumns>;

type Track = Pick<SymbolTrack, 'ring' | 'lastTimeMs'>;

type Deps = {
  readonly track: Track;
  readonly stored: ReadTicks;
  /** Time up to which all ticks of the symbol are known, in epoch milliseconds; null if unknown. */
  readonly knownThroughMs: number | null;
};

/**
 * Returns a page of candles of a few seconds, oldest first, from the ticks in memory and, before those, from the stored
 * ticks. A bucket without a tick has no candle. The first read takes twice the time of a full page. If it finds too few
 * candles, a second one goes back to the oldest stored tick.
 */
export async function readSecondCandles(
  deps: Deps,
  seconds: number,
  { limit, before = Infinity }: CandlePage,
): Promise<SecondCandlesView> {
  const newestMs = deps.track.lastTimeMs === null ? NO_END_MS : deps.track.lastTimeMs + 1;
  const toMs = Math.min(Math.ceil(before / seconds) * seconds * 1_000, newestMs);
  const nearMs = toMs === NO_END_MS ? 0 : (bucketOf(toMs / 1_000, seconds) - WIDEN * limit * seconds) * 1_000;
  const near = await candlesIn(deps, seconds, { fromMs: Math.max(0, nearMs), toMs });
  const isEnough = near.isCut || near.candles.length >= limit || nearMs <= 0;
  const { candles, isCut } = isEnough ? near : await candlesIn(deps, seconds, { fromMs: 0, toMs });
  const page = candles.slice(-limit);
  return {
    candles: page.map((candle, row) => ({ ...candle, closed: row < page.length - 1 || isOver(candle, seconds, deps) })),
    has_older: page.length > 0 && (isCut || candles.length >= limit),
  };
}

/** Returns the candles of about the last minute that are whole in memory, oldest first. The last one is forming. */
export function followedSecondCandles({ ring, lastTimeMs }: Track, seconds: number): readonly Candle[] {
  const { wholeSinceMs } = ring;
  if (lastTimeMs === null || wholeSinceMs === null) return [];
  const firstWhole = Math.ceil(wholeSinceMs / 1_000 / seconds) * seconds;
  const from = Math.max(firstWhole, bucketOf(lastTimeMs / 1_000 - FOLLOWED_S, seconds));
  return foldTicks([ring.between(from * 1_000, Infinity)], seconds);
}

/** Builds the candles of a span that starts with a bucket. `isCut`: there may be more ticks than one read takes. */
async function candlesIn(
  { track: { ring }, stored }: Deps,
  seconds: number,
  { fromMs, toMs }: TickSpan,
): Promise<{ readonly candles: readonly Candle[]; readonly isCut: boolean }> {
  const memoryMs = Math.max(fromMs, ring.wholeSinceMs ?? Infinity);
  const inMemory = ring.between(memoryMs, toMs);
  const olderToMs = Math.min(toMs, memoryMs);
  const limit = MAX_TICKS_PER_READ - inMemory.length;
  const older = olderToMs > fromMs ? await stored({ fromMs, toMs: olderToMs }, limit) : NO_TICKS;
  const isCut = older.length === limit;
  const candles = foldTicks([older, inMemory], seconds);
  // Other ticks of the oldest candle may not have been read.
  return { candles: isCut ? candles.slice(1) : candles, isCut };
}

/** Builds candles from ticks in ascending time. The last one is forming. */
function foldTicks(parts: readonly TickColumns[], seconds: number): readonly Candle[] {
  const builder = new CandleBuilder(seconds);
  const candles: Candle[] = [];
  for (const { timeMs, price, length } of parts) {
    for (let row = 0; row < length; row += 1) {
      const closed = builder.push(at(timeMs, row), at(price, row));
      if (closed !== null) candles.push(closed);
    }
  }
  return builder.forming === null ? candles : [...candles, builder.forming];
}

/** Returns true if all ticks up to the end of a candle are known. */
const isOver = ({ time }: Pick<CandleView, 'time'>, seconds: number, { knownThroughMs }: Deps): boolean =>
  knownThroughMs !== null && (time + seconds) * 1_000 <= knownThroughMs;
