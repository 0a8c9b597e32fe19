import type { FeedAsset, PriceFeedState } from '@vigia/broker-kit/port';
import type { Candle } from '@vigia/core/candles';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { type Topic, topicForAll } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';
import type { PricePoint } from '../market-data.ts';
import type { AssetOffer } from '../markets/broker-feed.ts';

/**
 * Name of the lease of the market log. Its holder runs the price feeds and numbers their events for all processes. The
 * name must stay that of earlier versions, because eras are ordered by the fencing tokens of this lease.
 */
export const MARKET_LOG = 'outside';

/**
 * Identifies one run of a feed, from its opening to its end. Eras are ordered by lease holder, then by run of this
 * holder.
 */
export type FeedRun = { readonly fence: string; readonly openedMs: number };

/** The open symbols and the payouts of a source now. */
export type SourceTerms = {
  /** Symbols whose market is open. */
  readonly open: readonly string[];
  /** Offers by symbol; null if a model with a seed determines the payouts. */
  readonly offers: Readonly<Record<string, AssetOffer>> | null;
};

/**
 * One event of a feed. Their order matters: a candle closes between the last tick before and the first tick after its
 * end.
 */
export type LogEvent =
  | ({ readonly kind: 'tick'; readonly symbol: string; readonly backfilled: boolean } & PricePoint)
  | {
      readonly kind: 'closed';
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly candle: Candle;
      readonly backfilled: boolean;
    }
  | { readonly kind: 'terms'; readonly terms: SourceTerms };

/** A position in the log of a source: an era and a number within it. */
export type LogPosition = {
  readonly era: FeedRun;
  /** Number of the batch: 0, 1, 2 … within an era. A jump means that batches were lost. */
  readonly seq: number;
};

/** State of a feed once every event up to this position is applied. */
export type FeedMark = LogPosition & {
  readonly state: PriceFeedState;
  /** Time up to which (inclusive) every tick of every symbol has been published; null if unknown. */
  readonly throughMs: number | null;
};

/** Events accepted together; an empty batch is a heartbeat. */
export type LogBatch = FeedMark & { readonly events: readonly LogEvent[] };

/** Returns the topic of a source's log, which the feed's lease holder publishes to all followers. */
export const logTopicOf = (source: PriceSource): Topic<LogBatch> => topicForAll(`market.log.${source}`);

export type SourceDescription = {
  readonly era: FeedRun;
  readonly assets: readonly FeedAsset[];
  readonly terms: SourceTerms;
};

/**
 * State of one symbol in the lease holder's memory: closed candles since the requested time, the newest ticks, and the
 * forming candle.
 */
export type SymbolSnapshot = FeedMark & {
  readonly minutes: readonly Candle[];
  readonly ticks: readonly PricePoint[];
  readonly forming: Candle | null;
};

export type PastTicks =
  | { readonly timesMs: readonly number[]; readonly prices: readonly number[] }
  | 'unknown_symbol'
  | 'unreachable';

/**
 * Call with which followers ask the lease holder of a source for its description. The result is null if the called
 * process is not sure that it is the lease holder.
 */
export const SOURCE_DESCRIPTION_CALL = call<null, SourceDescription | null>('market.describe');
export const SYMBOL_SNAPSHOT_CALL = call<
  { readonly symbol: string; readonly minutesFrom: number },
  SymbolSnapshot | null
>('market.snapshot');
/** Call for batches after `afterSeq`, possibly not all of them; the result is empty if there are no more. */
export const TICK_BATCHES_CALL = call<{ readonly era: FeedRun; readonly afterSeq: number }, readonly LogBatch[] | null>(
  'market.batches',
);
/** Call for ticks from the source's own history. */
export const PAST_TICKS_CALL = call<
  { readonly symbol: string; readonly fromMs: number; readonly toMs: number },
  PastTicks
>('market.past-ticks');
/**
 * Call that fills the stored minutes since that time (epoch seconds). The result is false if the source does not
 * answer.
 */
export const FILL_MINUTES_CALL = call<{ readonly symbol: string; readonly fromTime: number }, boolean>('market.fill');

/** Compares two runs of feeds. Returns a negative number if `a` is the earlier run. */
export function compareFeedRuns(a: FeedRun, b: FeedRun): number {
  const [fenceA, fenceB] = [BigInt(a.fence), BigInt(b.fence)];
  if (fenceA !== fenceB) return fenceA < fenceB ? -1 : 1;
  return a.openedMs - b.openedMs;
}

export const comparePositions = (a: LogPosition, b: LogPosition): number =>
  compareFeedRuns(a.era, b.era) || a.seq - b.seq;
