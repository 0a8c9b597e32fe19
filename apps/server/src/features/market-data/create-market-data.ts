import type { PriceFeed } from '@vigia/broker-kit/port';
import { candleAt } from '@vigia/core/candles';
import { type Clock, epochMs, ok } from '@vigia/core/kernel';
import { DEFAULT_SYMBOL } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { type CandleArchive, minuteTime, recordedArchive, storedArchive } from './candle-archive.ts';
import { findStoredTick, findTick } from './find-tick.ts';
import { HistoryFill } from './history-fill.ts';
import { lastCandleTimes, type TimeSpan } from './market.repository.ts';
import type { MarketData } from './market-data.ts';
import { MarketFeed } from './market-feed.ts';
import { MarketStore } from './market-store.ts';
import { WINDOW_MINUTES } from './minute-window.ts';
import { readCandles } from './read-candles.ts';
import { readMinutes } from './read-minutes.ts';
import type { MarketMetrics } from './register-metrics.ts';
import type { SymbolTrack } from './symbol-track.ts';

const MINUTE_MS = 60_000;
const MINUTE_S = 60;
const DAY_S = 86_400;
/** Filled before the feed starts: a day of each symbol, and what the default chart shows of its own. */
const QUICK_MINUTES = WINDOW_MINUTES;
const QUICK_MINUTES_DEFAULT_SYMBOL = 2 * 24 * 60;
/** Ticks missed for longer are not made again one by one: their candles are, and a price is looked up where one is needed. */
const RESUME_MAX_MS = 60 * MINUTE_MS;
/** On the first start the recent ticks come along, so that memory reaches as far back as a price may be looked up. */
const FIRST_TICKS_MS = 5 * MINUTE_MS;
const BASIS_POINTS = 10_000;

export type MarketDataDeps = {
  readonly feed: PriceFeed;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MarketMetrics;
  /** How far back 1-minute candles are filled from the source's history. */
  readonly historyDays: number;
  /** Seconds of history asked for at once; left out for a source that makes its history here. */
  readonly historySliceS?: number;
};

export function createMarketData(deps: MarketDataDeps): MarketData {
  const { feed, db, bus, clock, log } = deps;
  const source = feed.source;
  const recording = feed.ownTime;
  const archive = recording === undefined ? storedArchive(db.sql, source) : recordedArchive(feed, recording);
  const store = new MarketStore({ db, clock, log, source, keepsCandles: recording === undefined });
  const market = new MarketFeed({ feed, clock, bus, sink: store });
  const history = recording === undefined ? new HistoryFill({ feed, db, clock, log, ...sliceOf(deps) }) : null;
  const assets = feed.assets();
  const symbols = assets.map((asset) => asset.symbol);
  const historyStart = () => floorMinute(clock.now()) / 1_000 - deps.historyDays * DAY_S;
  deps.metrics.add(source, market, store);

  return {
    source,
    assets: () => assets,
    asset: (symbol) => market.tracks.get(symbol)?.asset,
    latest(symbol) {
      const track = market.tracks.get(symbol);
      return track === undefined || track.lastTimeMs === null
        ? null
        : { price: track.lastPrice, timeMs: track.lastTimeMs };
    },
    day: (symbol) => market.tracks.get(symbol)?.day ?? null,
    condition(symbol) {
      const track = market.tracks.get(symbol);
      return track === undefined ? { state: 'closed', ageMs: null } : market.condition(track);
    },
    status: () => market.status(),
    payoutBp(symbol, durationMin, atMs) {
      const ratio = feed.payoutRatio(symbol, durationMin, epochMs(atMs));
      return ratio === null ? null : Math.round(ratio * BASIS_POINTS);
    },
    knownThroughMs(ofSource, symbol) {
      const track = ofSource === source ? market.tracks.get(symbol) : undefined;
      return track === undefined ? Infinity : market.knownThroughMs(track);
    },
    async priceBefore(ofSource, symbol, timeMs) {
      const track = ofSource === source ? market.tracks.get(symbol) : undefined;
      return track === undefined
        ? ok(await findStoredTick(db.sql, ofSource, symbol, timeMs))
        : findTick({ sql: db.sql, feed }, track, timeMs);
    },
    async candles(symbol, timeframe, page) {
      const track = market.tracks.get(symbol);
      return track === undefined ? [] : readCandles(archive, track, timeframe, page);
    },
    historyFloor: () => (recording === undefined ? 0 : minuteTime(recording.startsAtMs)),
    forming: (symbol, timeframe) => market.tracks.get(symbol)?.forming(timeframe) ?? null,
    history1m: (symbol, fromTime) =>
      readMinutes({ archive, history, nowMs: recording?.nowMs() ?? clock.now() }, market.tracks.get(symbol), {
        fromTime,
        fillFromTime: Math.max(fromTime, historyStart()),
      }),

    async start() {
      const startedMs = clock.now();
      const resumeMs = await findResume(deps, symbols);
      if (history !== null && !(await fillQuickPart(history, symbols, resumeMs)))
        log.warn({ source }, 'the source does not answer for its history; it is asked again in the background');
      for (const track of market.tracks.values()) await seedTrack(archive, track, resumeMs);
      log.info({ symbols: symbols.length, elapsedMs: clock.now() - startedMs }, 'market history is ready');
      store.start();
      await market.start(new Map([...resumeMs].map(([symbol, ms]) => [symbol, ms - 1])));
      history?.startBackground(symbols, { fromTime: historyStart(), toTime: floorMinute(startedMs) / 1_000 });
    },
    async stop() {
      market.stop();
      await history?.stop();
      await store.stop();
    },
    historyFilled: () => history?.background ?? Promise.resolve(),
  };
}

const sliceOf = ({ historySliceS: sliceS }: MarketDataDeps) => (sliceS === undefined ? {} : { sliceS });

const floorMinute = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

/** Per symbol the minute from which ticks are asked for: the one after the last stored candle, unless that is long ago; of a recording the last hour. */
async function findResume(
  { db, feed, clock }: MarketDataDeps,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (feed.ownTime !== undefined) {
    const { startsAtMs, nowMs } = feed.ownTime;
    const fromMs = Math.max(floorMinute(startsAtMs), floorMinute(nowMs()) - RESUME_MAX_MS);
    return new Map(symbols.map((symbol) => [symbol, fromMs]));
  }
  const minuteMs = floorMinute(clock.now());
  const lastTimes = await lastCandleTimes(db.sql, feed.source);
  return new Map(
    symbols.map((symbol) => {
      const lastTime = lastTimes.get(symbol);
      if (lastTime === undefined) return [symbol, minuteMs - FIRST_TICKS_MS];
      return [symbol, Math.min(minuteMs, Math.max((lastTime + MINUTE_S) * 1_000, minuteMs - RESUME_MAX_MS))];
    }),
  );
}

/** The candles that charts, 24-hour changes and the candles of the running day need, up to where the ticks take over. */
function fillQuickPart(
  history: HistoryFill,
  symbols: readonly string[],
  resumeMs: ReadonlyMap<string, number>,
): Promise<boolean> {
  return history.fillNow(symbols, (symbol) => {
    const minutes = symbol === DEFAULT_SYMBOL ? QUICK_MINUTES_DEFAULT_SYMBOL : QUICK_MINUTES;
    return quickSpan(resumeMs.get(symbol) ?? 0, minutes);
  });
}

async function seedTrack(
  archive: CandleArchive,
  track: SymbolTrack,
  resumeMs: ReadonlyMap<string, number>,
): Promise<void> {
  const symbol = track.asset.symbol;
  const span = quickSpan(resumeMs.get(symbol) ?? 0, WINDOW_MINUTES);
  const minutes = await archive.minutes(symbol, span);
  for (let row = 0; row < minutes.length; row += 1) track.seed(candleAt(minutes, row));
  track.refreshDay();
}

function quickSpan(endMs: number, minutes: number): TimeSpan {
  const toTime = endMs / 1_000;
  return { fromTime: toTime - minutes * MINUTE_S, toTime };
}
