import type { PriceFeed } from '@vigia/broker-kit/port';
import { type Clock, epochMs, ok } from '@vigia/core/kernel';
import { CHART_TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type CandleArchive, minuteStartOf } from './candle-archive.ts';
import { curveOfDay } from './day-summary.ts';
import { findStoredTick, findTick } from './find-tick.ts';
import type { HistoryFill } from './history-fill.ts';
import type { MarketData } from './market-data.ts';
import type { MarketFeed } from './market-feed.ts';
import { paperSeconds } from './paper-lengths.ts';
import { readCandles } from './read-candles.ts';
import { readMinutes } from './read-minutes.ts';
import { followedSecondCandles, NO_SECOND_CANDLES, type ReadTicks, readSecondCandles } from './second-candles.ts';
import { storedTicks } from './stored-ticks.ts';

const DAY_S = 86_400;
const BASIS_POINTS = 10_000;

export type MarketViewDeps = {
  readonly feed: PriceFeed;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly market: MarketFeed;
  readonly archive: CandleArchive;
  /** Fills the archive's gaps before a read; null for an archive that cannot have gaps. */
  readonly history: Pick<HistoryFill, 'fillNow'> | null;
  readonly historyDays: number;
};

/** Returns the read methods of a market. The feed of the market may run in another process. */
export function viewMarket({
  feed,
  sql,
  clock,
  market,
  archive,
  history,
  historyDays,
}: MarketViewDeps): Omit<MarketData, 'start' | 'stop' | 'historyFilled'> {
  const { source, ownTime: recording } = feed;
  const assets = feed.assets();
  const trackOf = (symbol: string) => market.tracks.get(symbol);
  return {
    source,
    assets: () => assets,
    asset: (symbol) => trackOf(symbol)?.asset,
    latest(symbol) {
      const track = trackOf(symbol);
      return track === undefined || track.lastTimeMs === null
        ? null
        : { price: track.lastPrice, timeMs: track.lastTimeMs };
    },
    firstAfter: (symbol, timeMs) => trackOf(symbol)?.ring.firstAfter(timeMs) ?? null,
    day: (symbol) => trackOf(symbol)?.day ?? null,
    dayCurve(symbol) {
      const track = trackOf(symbol);
      return track === undefined ? [] : curveOfDay(track.minutes);
    },
    condition(symbol) {
      const track = trackOf(symbol);
      return track === undefined ? { state: 'closed', ageMs: null } : market.condition(track);
    },
    status: () => market.status(),
    payoutBp(symbol, length, atMs) {
      const durationS = paperSeconds(source, length);
      const ratio = durationS === null ? null : feed.payoutRatio(symbol, durationS, epochMs(atMs));
      return ratio === null ? null : Math.round(ratio * BASIS_POINTS);
    },
    knownThroughMs(ofSource, symbol) {
      const track = ofSource === source ? trackOf(symbol) : undefined;
      return track === undefined ? Infinity : market.knownThroughMs(track);
    },
    async priceBefore(ofSource, symbol, timeMs) {
      const track = ofSource === source ? trackOf(symbol) : undefined;
      return track === undefined
        ? ok(await findStoredTick(sql, ofSource, symbol, timeMs))
        : findTick({ sql, feed }, track, timeMs);
    },
    async candles(symbol, timeframe, page) {
      const track = trackOf(symbol);
      return track === undefined ? [] : readCandles(archive, track, timeframe, page);
    },
    async secondCandles(symbol, timeframe, page) {
      const track = trackOf(symbol);
      if (track === undefined || recording !== undefined) return NO_SECOND_CANDLES;
      const stored: ReadTicks = (span, limit) => storedTicks(sql, source, symbol, span, limit);
      const knownThroughMs = market.knownThroughMs(track);
      return readSecondCandles({ track, stored, knownThroughMs }, CHART_TIMEFRAME_SECONDS[timeframe], page);
    },
    followedSecondCandles(symbol, timeframe) {
      const track = trackOf(symbol);
      if (track === undefined || recording !== undefined) return [];
      return followedSecondCandles(track, CHART_TIMEFRAME_SECONDS[timeframe]);
    },
    historyFloor: () => (recording === undefined ? 0 : minuteStartOf(recording.startsAtMs)),
    forming: (symbol, timeframe) => trackOf(symbol)?.forming(timeframe) ?? null,
    history1m: (symbol, fromTime) =>
      readMinutes({ archive, history, nowMs: recording?.nowMs() ?? clock.now() }, trackOf(symbol), {
        fromTime,
        fillFromTime: Math.max(fromTime, completeHistoryStart(clock.now(), historyDays)),
      }),
  };
}

/** Returns the time from which stored 1-minute candles are complete, in epoch seconds. */
export const completeHistoryStart = (nowMs: number, historyDays: number): number =>
  minuteStartOf(nowMs) - historyDays * DAY_S;
