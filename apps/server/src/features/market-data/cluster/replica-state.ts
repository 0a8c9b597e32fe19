import type { Candle } from '@vigia/core/candles';
import { assertNever } from '@vigia/core/kernel';
import type { PricePoint } from '../market-data.ts';
import type { MarketFeed } from '../market-feed.ts';
import type { SymbolTrack } from '../symbol-track.ts';
import type { FeedMark, LogBatch, LogEvent, SymbolSnapshot } from './market-log.ts';
import type { ReplicaFeed } from './replica-feed.ts';

const MINUTE_S = 60;

/** A replicated market, and the feed that updates it. */
export type Replica = { readonly feed: ReplicaFeed; readonly market: MarketFeed };

export function applyBatch(followed: Replica, batch: LogBatch): void {
  applyFeedState(followed.market, batch);
  for (const event of batch.events) applyEvent(followed, event);
  followed.feed.onThrough(batch.throughMs);
}

export function applyFeedState(market: MarketFeed, { state }: FeedMark): void {
  if (state !== market.sourceState) market.onState(state);
}

function applyEvent({ feed, market }: Replica, event: LogEvent): void {
  switch (event.kind) {
    case 'tick':
      return market.onLogTick(event);
    case 'closed':
      return market.onLogCandle(event.symbol, event.timeframe, event.candle, event.backfilled);
    case 'terms':
      return feed.onTerms(event.terms);
    default:
      return assertNever(event);
  }
}

/**
 * Fills an empty symbol with the snapshot of the process that owns the market. The candles of the snapshot are not
 * published again.
 */
export function seedSymbol({ market }: Replica, track: SymbolTrack, { minutes, ticks, forming }: SymbolSnapshot): void {
  for (const minute of minutes) track.seed(minute);
  track.refreshDay();
  followTicks(market, track, ticks);
  if (forming !== null) track.adoptForming(forming);
}

/**
 * Updates a symbol that missed events to the state in the lease holder's memory. The missed events are published in
 * order, and each candle as backfilled. If ticks are missing in between, the ticks before the gap give no prices for
 * times after it.
 */
export function catchUpSymbol(
  { market }: Replica,
  track: SymbolTrack,
  { minutes, ticks, forming }: SymbolSnapshot,
): void {
  const first = ticks[0];
  if (first === undefined || first.timeMs > (track.lastTimeMs ?? -Infinity)) track.ring.clear();
  let rest = ticks;
  for (const minute of minutes) {
    const inside = rest.findIndex(({ timeMs }) => timeMs >= (minute.time + MINUTE_S) * 1_000);
    const count = inside === -1 ? rest.length : inside;
    followTicks(market, track, rest.slice(0, count));
    rest = rest.slice(count);
    closeAfterTheFact(market, track, minute);
  }
  followTicks(market, track, rest);
  if (forming !== null) track.adoptForming(forming);
}

const closeAfterTheFact = (market: MarketFeed, track: SymbolTrack, minute: Candle): void =>
  market.onLogCandle(track.asset.symbol, '1m', minute, true);

function followTicks(market: MarketFeed, track: SymbolTrack, ticks: readonly PricePoint[]): void {
  const { symbol } = track.asset;
  for (const { timeMs, price } of ticks) market.onLogTick({ symbol, timeMs, price, backfilled: false });
}
