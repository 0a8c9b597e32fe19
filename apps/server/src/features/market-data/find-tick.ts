import type { PriceFeed } from '@vigia/broker-kit/port';
import { at } from '@vigia/core/candles';
import type { Sql } from '#platform/persistence/database.ts';
import { storedTickBefore } from './market.repository.ts';
import type { PricePoint } from './market-data.ts';
import type { SymbolTrack } from './symbol-track.ts';

/** A price older than this says nothing about a moment. */
const REACH_MS = 300_000;

/**
 * The last tick with time < `timeMs` and at most 5 min before it. Memory answers only if it also holds a tick at or after
 * that time, and the store only if its ticks stand close around it: otherwise ticks may be missing there (a pause not yet made
 * up for, a crash), and the source's own history decides.
 */
export async function findTickBefore(
  deps: { readonly sql: Sql; readonly feed: PriceFeed },
  track: SymbolTrack,
  timeMs: number,
): Promise<PricePoint | null> {
  const symbol = track.asset.symbol;
  const fromMs = timeMs - REACH_MS;
  const inMemory = track.ring.lastBefore(timeMs);
  const isFollowed = track.lastTimeMs !== null && track.lastTimeMs >= timeMs;
  if (inMemory !== null && isFollowed) return inMemory.timeMs >= fromMs ? inMemory : null;
  const stored = isFollowed ? await storedTickBefore(deps.sql, deps.feed.source, symbol, fromMs, timeMs) : null;
  if (stored?.isSure) return stored.tick;
  const known = newer(inMemory, stored?.tick ?? null);
  const fromSource = newer(known, await sourceTickBefore(deps.feed, symbol, fromMs, timeMs));
  return fromSource !== null && fromSource.timeMs >= fromMs ? fromSource : null;
}

async function sourceTickBefore(
  feed: PriceFeed,
  symbol: string,
  fromMs: number,
  timeMs: number,
): Promise<PricePoint | null> {
  const history = await feed.historyTicks(symbol, fromMs, timeMs);
  if (!history.ok || history.value.length === 0) return null;
  const { timeMs: times, price, length } = history.value;
  return { timeMs: at(times, length - 1), price: at(price, length - 1) };
}

const newer = (a: PricePoint | null, b: PricePoint | null): PricePoint | null =>
  a === null || (b !== null && b.timeMs > a.timeMs) ? b : a;
