import type { HistoryFault, PriceFeed } from '@vigia/broker-kit/port';
import { at } from '@vigia/core/candles';
import { assertNever, err, ok, type Result } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { storedTickBefore } from './market.repository.ts';
import type { PricePoint } from './market-data.ts';
import type { SymbolTrack } from './symbol-track.ts';

/** Largest age in milliseconds of a tick that still gives the price at a later time. */
const REACH_MS = 300_000;
/**
 * A request to a source starts this many milliseconds before the last known tick. Brokers date ticks in whole seconds,
 * and some only in candles of several seconds.
 */
const LEAD_MS = 10_000;

type Found = Result<PricePoint | null, 'unreachable'>;

/**
 * Finds the last tick with time < `timeMs`, at most 5 min before it. The ticks in memory decide if they include a tick
 * at or after that time, or if the source guarantees completeness up to it. The stored ticks decide if they are close
 * to that time. Otherwise ticks may be missing (after a pause or a crash), so the source's own history since about the
 * last known tick decides. Stored ticks of a recording may belong to another recording, so they are used only for times
 * before this replay.
 */
export async function findTick(
  deps: { readonly sql: Sql; readonly feed: PriceFeed },
  track: SymbolTrack,
  timeMs: number,
): Promise<Found> {
  const symbol = track.asset.symbol;
  if (timeMs <= (deps.feed.ownTime?.startsAtMs ?? -Infinity))
    return ok(await findStoredTick(deps.sql, deps.feed.source, symbol, timeMs));
  const fromMs = timeMs - REACH_MS;
  const inMemory = track.ring.lastBefore(timeMs);
  const isFollowed = track.lastTimeMs !== null && track.lastTimeMs >= timeMs;
  const isWhole = isFollowed || (deps.feed.completeThroughMs?.() ?? -Infinity) >= timeMs;
  if (inMemory !== null && isWhole) return ok(inMemory.timeMs >= fromMs ? inMemory : null);
  const isStored = isFollowed && deps.feed.ownTime === undefined;
  const stored = isStored ? await storedTickBefore(deps.sql, deps.feed.source, symbol, fromMs, timeMs) : null;
  if (stored?.isSure) return ok(stored.tick);
  const known = newer(inMemory, stored?.tick ?? null);
  const askFromMs = Math.max(fromMs, (known?.timeMs ?? fromMs) - LEAD_MS);
  const fromSource = await sourceTickBefore(deps.feed, symbol, askFromMs, timeMs);
  if (!fromSource.ok) return fromSource;
  const last = newer(known, fromSource.value);
  return ok(last !== null && last.timeMs >= fromMs ? last : null);
}

/** Works like {@link findTick} with stored ticks only, for a source that does not answer any more. */
export async function findStoredTick(
  sql: Sql,
  source: PriceSource,
  symbol: string,
  timeMs: number,
): Promise<PricePoint | null> {
  const stored = await storedTickBefore(sql, source, symbol, timeMs - REACH_MS, timeMs);
  return stored?.tick ?? null;
}

async function sourceTickBefore(feed: PriceFeed, symbol: string, fromMs: number, timeMs: number): Promise<Found> {
  const history = await feed.historyTicks(symbol, fromMs, timeMs);
  if (!history.ok) return withoutHistory(history.error);
  if (history.value.length === 0) return ok(null);
  const { timeMs: times, price, length } = history.value;
  return ok({ timeMs: at(times, length - 1), price: at(price, length - 1) });
}

function withoutHistory(fault: HistoryFault): Found {
  switch (fault) {
    case 'unreachable':
      return err(fault);
    case 'unknown_symbol':
      return ok(null);
    default:
      return assertNever(fault);
  }
}

const newer = (a: PricePoint | null, b: PricePoint | null): PricePoint | null =>
  a === null || (b !== null && b.timeMs > a.timeMs) ? b : a;
