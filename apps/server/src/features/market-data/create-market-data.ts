import type { PriceFeed } from '@vigia/broker-kit/port';
import { candleAt } from '@vigia/core/candles';
import type { Clock } from '@vigia/core/kernel';
import { DEFAULT_SYMBOL } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { type CandleArchive, databaseArchive, recordingArchive } from './candle-archive.ts';
import { HistoryFill } from './history-fill.ts';
import { lastCandleTimes, type TimeSpan } from './market.repository.ts';
import type { MarketData } from './market-data.ts';
import { MarketFeed, type MarketSink } from './market-feed.ts';
import { MarketStore, type RunWrite } from './market-store.ts';
import { completeHistoryStart, viewMarket } from './market-view.ts';
import { WINDOW_MINUTES } from './minute-window.ts';
import type { MarketMetrics } from './register-metrics.ts';
import type { SymbolTrack } from './symbol-track.ts';

const MINUTE_MS = 60_000;
const MINUTE_S = 60;
/** Number of minutes filled for each symbol before the feed starts: about one day. */
const QUICK_MINUTES = WINDOW_MINUTES;
const MINUTES_PER_DAY = 24 * 60;
const QUICK_MINUTES_DEFAULT_SYMBOL = 2 * MINUTES_PER_DAY;
/**
 * Longest gap in milliseconds for which missed ticks are fetched. After a longer gap, candles are backfilled instead,
 * and single prices are looked up on demand.
 */
const RESUME_MAX_MS = 60 * MINUTE_MS;
/** Time span in milliseconds of the ticks fetched at the very first start. It covers the span of a price look-up. */
const FIRST_TICKS_MS = 5 * MINUTE_MS;

export type MarketDataDeps = {
  readonly feed: PriceFeed;
  readonly db: Database;
  /** Bus on which the market publishes ticks, candles and the feed's state. */
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MarketMetrics;
  /** Number of days of 1-minute candles that are backfilled from the source's history. */
  readonly historyDays: number;
  /** Seconds of history in one request; absent if the source generates its history locally. */
  readonly historySliceS?: number;
};

/** Dependencies of a feed that serves a whole cluster. */
export type LeasedFeed = {
  /** Runs a write under the lease holder's fencing token. */
  readonly write: RunWrite;
  /** Receives every accepted tick and closed candle, in order. */
  readonly recorder: Pick<Required<MarketSink>, 'addTick' | 'addClosed'>;
};

/** A market whose feed runs in this process, and the feed itself. */
export type RunningMarket = { readonly data: MarketData; readonly market: MarketFeed };

export const createMarketData = (deps: MarketDataDeps): MarketData => runMarket(deps, null).data;

/**
 * Creates a market and the feed on which it runs.
 * @param owned null if this feed serves only this process
 */
export function runMarket(deps: MarketDataDeps, owned: LeasedFeed | null): RunningMarket {
  const { feed, db, bus, clock, log } = deps;
  const source = feed.source;
  const recording = feed.ownTime;
  const archive = recording === undefined ? databaseArchive(db.sql, source) : recordingArchive(feed, recording);
  const write: RunWrite = owned?.write ?? ((work) => work(db.sql));
  const store = new MarketStore({ write, clock, log, source, keepsCandles: recording === undefined });
  const market = new MarketFeed({ feed, clock, bus, sink: owned === null ? store : recorded(store, owned.recorder) });
  const history = recording === undefined ? new HistoryFill({ feed, db, write, clock, log, ...sliceOf(deps) }) : null;
  const symbols = [...market.tracks.keys()];
  const stopCounting = deps.metrics.add(source, market, store);

  const data: MarketData = {
    ...viewMarket({ feed, sql: db.sql, clock, market, archive, history, historyDays: deps.historyDays }),
    async start() {
      const startedMs = clock.monotonicMs();
      const startedAtMs = clock.now();
      const resumeMs = await findResume(deps, symbols);
      if (history !== null && !(await fillQuickPart(history, symbols, resumeMs, deps.historyDays)))
        log.warn({ source }, 'the source does not answer for its history; it is asked again in the background');
      for (const track of market.tracks.values())
        await loadLastDay(archive, track, resumeMs.get(track.asset.symbol) ?? 0);
      log.info(
        { symbols: symbols.length, elapsedMs: Math.round(clock.monotonicMs() - startedMs) },
        'market history is ready',
      );
      store.start();
      await market.start(new Map([...resumeMs].map(([symbol, ms]) => [symbol, ms - 1])));
      const fromTime = completeHistoryStart(clock.now(), deps.historyDays);
      history?.startBackground(symbols, { fromTime, toTime: floorMinute(startedAtMs) / 1_000 });
    },
    async stop() {
      market.stop();
      await history?.stop();
      await store.stop();
      stopCounting();
    },
    historyFilled: () => history?.background ?? Promise.resolve(),
  };
  return { data, market };
}

const recorded = (store: MarketStore, recorder: LeasedFeed['recorder']): MarketSink => ({
  addTick(symbol, timeMs, price, backfilled) {
    store.addTick(symbol, timeMs, price, backfilled);
    recorder.addTick(symbol, timeMs, price, backfilled);
  },
  addCandle: (symbol, candle) => store.addCandle(symbol, candle),
  addClosed: (message) => recorder.addClosed(message),
});

const sliceOf = ({ historySliceS: sliceS }: MarketDataDeps) => (sliceS === undefined ? {} : { sliceS });

const floorMinute = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

/**
 * Returns the time since which ticks are requested, by symbol. It is the minute after the last stored candle, unless
 * that is too long ago. For a recording it is an hour ago.
 */
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

/**
 * Fills the candles for charts, 24-hour changes and the current day. The span ends at the start of the ticks, and
 * starts no earlier than the history of the source.
 */
function fillQuickPart(
  history: HistoryFill,
  symbols: readonly string[],
  resumeMs: ReadonlyMap<string, number>,
  historyDays: number,
): Promise<boolean> {
  return history.fillNow(symbols, (symbol) => {
    const minutes = symbol === DEFAULT_SYMBOL ? QUICK_MINUTES_DEFAULT_SYMBOL : QUICK_MINUTES;
    return quickSpan(resumeMs.get(symbol) ?? 0, Math.min(minutes, historyDays * MINUTES_PER_DAY));
  });
}

/** Loads the last day of closed minutes before `endMs` (a whole minute) into memory. */
export async function loadLastDay(archive: CandleArchive, track: SymbolTrack, endMs: number): Promise<void> {
  const minutes = await archive.minutes(track.asset.symbol, quickSpan(endMs, WINDOW_MINUTES));
  for (let row = 0; row < minutes.length; row += 1) track.seed(candleAt(minutes, row));
  track.refreshDay();
}

function quickSpan(endMs: number, minutes: number): TimeSpan {
  const toTime = endMs / 1_000;
  return { fromTime: toTime - minutes * MINUTE_S, toTime };
}
