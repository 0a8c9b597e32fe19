import type { Candle } from '@vigia/core/candles';
import { assertNever } from '@vigia/core/kernel';
import type { PricePoint } from '../market-data.ts';
import type { MarketFeed } from '../market-feed.ts';
import type { SymbolTrack } from '../symbol-track.ts';
import type { FollowedFeed } from './followed-feed.ts';
import type { FeedMark, LogBatch, LogEvent, Snapshot } from './market-log.ts';

const MINUTE_S = 60;

/** A market that is followed, and the feed it is told of through. */
export type Followed = { readonly feed: FollowedFeed; readonly market: MarketFeed };

export function applyBatch(followed: Followed, batch: LogBatch): void {
  applyState(followed.market, batch);
  for (const event of batch.events) applyEvent(followed, event);
  followed.feed.takeThrough(batch.throughMs);
}

export function applyState(market: MarketFeed, { state }: FeedMark): void {
  if (state !== market.sourceState) market.onState(state);
}

function applyEvent({ feed, market }: Followed, event: LogEvent): void {
  switch (event.kind) {
    case 'tick':
      return market.followTick(event);
    case 'closed':
      return market.followClose(event.symbol, event.timeframe, event.candle, event.backfilled);
    case 'terms':
      return feed.takeTerms(event.terms);
    default:
      return assertNever(event);
  }
}

/** Brings a symbol nothing is known of yet to where its owner's memory stands; its candles of before are told to nobody. */
export function seedSymbol({ market }: Followed, track: SymbolTrack, { minutes, ticks, forming }: Snapshot): void {
  for (const minute of minutes) track.seed(minute);
  track.refreshDay();
  followTicks(market, track, ticks);
  if (forming !== null) track.adoptForming(forming);
}

/**
 * Brings a symbol that missed something to where its owner's memory stands: what it missed is told in its order, each candle as
 * one that closes after the fact. Where ticks are missing in between, those before say nothing about the time after.
 */
export function catchUpSymbol({ market }: Followed, track: SymbolTrack, { minutes, ticks, forming }: Snapshot): void {
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
  market.followClose(track.asset.symbol, '1m', minute, true);

function followTicks(market: MarketFeed, track: SymbolTrack, ticks: readonly PricePoint[]): void {
  const { symbol } = track.asset;
  for (const { timeMs, price } of ticks) market.followTick({ symbol, timeMs, price, backfilled: false });
}
