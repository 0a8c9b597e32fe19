import type { FeedAsset, PriceFeedState } from '@vigia/broker-kit/port';
import type { Candle } from '@vigia/core/candles';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { type Topic, topicForAll } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';
import type { PricePoint } from '../market-data.ts';
import type { Offer } from '../markets/broker-feed.ts';

/** Which run of a feed something belongs to: that of a later owner, or the same owner's later one, stands above it. */
export type Era = { readonly fence: string; readonly openedMs: number };

/** What its source offers at the moment. */
export type Terms = {
  /** Symbols whose market is open. */
  readonly open: readonly string[];
  /** By symbol; null: contracts on its prices pay what the seeded model says. */
  readonly offers: Readonly<Record<string, Offer>> | null;
};

/** What happened at a feed, in its order: a candle closes between the ticks around its end. */
export type LogEvent =
  | ({ readonly kind: 'tick'; readonly symbol: string; readonly backfilled: boolean } & PricePoint)
  | {
      readonly kind: 'closed';
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly candle: Candle;
      readonly backfilled: boolean;
    }
  | { readonly kind: 'terms'; readonly terms: Terms };

/** A place in the log of a source. */
export type Place = {
  readonly era: Era;
  /** 0, 1, 2 … within an era: a jump tells that batches were lost. */
  readonly seq: number;
};

/** How a feed stands once everything before has been taken. */
export type FeedMark = Place & {
  readonly state: PriceFeedState;
  /** Every tick of every symbol with time ≤ this has been told. */
  readonly throughMs: number | null;
};

/** What was accepted in one moment; an empty one is a sign of life. */
export type LogBatch = FeedMark & { readonly events: readonly LogEvent[] };

/** The log of a source, told by whoever owns its feed to all who follow it. */
export const logOf = (source: PriceSource): Topic<LogBatch> => topicForAll(`market.log.${source}`);

export type Description = { readonly era: Era; readonly assets: readonly FeedAsset[]; readonly terms: Terms };

/** One symbol in the owner's memory. `minutes`: closed ones from the time asked for on; `ticks`: the newest there are. */
export type Snapshot = FeedMark & {
  readonly minutes: readonly Candle[];
  readonly ticks: readonly PricePoint[];
  readonly forming: Candle | null;
};

export type PastTicks =
  | { readonly timesMs: readonly number[]; readonly prices: readonly number[] }
  | 'unknown_symbol'
  | 'unreachable';

/** What followers ask the owner, the source being the key. null: it is not sure to be the owner, or has none of that. */
export const DESCRIBE = call<null, Description | null>('market.describe');
export const SNAPSHOT = call<{ readonly symbol: string; readonly minutesFrom: number }, Snapshot | null>(
  'market.snapshot',
);
/** Some of the batches after that one; none: there are no more. */
export const BATCHES = call<{ readonly era: Era; readonly afterSeq: number }, readonly LogBatch[] | null>(
  'market.batches',
);
/** The source's own history. */
export const PAST_TICKS = call<{ readonly symbol: string; readonly fromMs: number; readonly toMs: number }, PastTicks>(
  'market.past-ticks',
);
/** Fills the stored minutes from that time (epoch seconds) on; false: the source does not answer. */
export const FILL = call<{ readonly symbol: string; readonly fromTime: number }, boolean>('market.fill');

/** Below zero: `a` is of an earlier run than `b`. */
export function compareEras(a: Era, b: Era): number {
  const [fenceA, fenceB] = [BigInt(a.fence), BigInt(b.fence)];
  if (fenceA !== fenceB) return fenceA < fenceB ? -1 : 1;
  return a.openedMs - b.openedMs;
}

export const comparePlaces = (a: Place, b: Place): number => compareEras(a.era, b.era) || a.seq - b.seq;
