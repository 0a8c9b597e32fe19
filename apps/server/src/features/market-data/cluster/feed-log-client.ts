import { candleAt } from '@vigia/core/candles';
import type { Clock } from '@vigia/core/kernel';
import type { MarketKey } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Call, Calls } from '#platform/calls/calls.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { type CandleArchive, databaseArchive } from '../candle-archive.ts';
import { loadLastDay } from '../create-market-data.ts';
import { lastCandleTimes, missingSpans, type TimeSpan } from '../market.repository.ts';
import type { MarketData } from '../market-data.ts';
import { MarketFeed, type MarketSink } from '../market-feed.ts';
import { viewMarket } from '../market-view.ts';
import type { MarketMetrics } from '../register-metrics.ts';
import type { SymbolTrack } from '../symbol-track.ts';
import {
  compareFeedRuns,
  comparePositions,
  type FeedRun,
  FILL_MINUTES_CALL,
  type LogBatch,
  type LogPosition,
  SOURCE_DESCRIPTION_CALL,
  type SourceDescription,
  SYMBOL_SNAPSHOT_CALL,
  type SymbolSnapshot,
  TICK_BATCHES_CALL,
} from './market-log.ts';
import { ReplicaFeed } from './replica-feed.ts';
import { applyFeedState, catchUpSymbol, type Replica, seedSymbol } from './replica-state.ts';

const MINUTE_S = 60;
const ASK_MS = 2_000;
/** Timeout in milliseconds of a request to generate up to a month of minutes of one symbol. */
const FILL_MS = 30_000;

export type FeedLogClientDeps = {
  readonly source: PriceSource;
  readonly calls: Pick<Calls, 'ask'>;
  readonly bus: Bus;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly metrics: MarketMetrics;
  readonly historyDays: number;
  readonly payoutKey: MarketKey;
};

/** A replicated market with its read methods. */
export type OpenMarket = Replica & {
  readonly data: Omit<MarketData, 'start' | 'stop' | 'historyFilled'>;
  close(): void;
};

/**
 * Result of a read of the whole state. If the open replica can be updated, `bring` applies the result to it. Otherwise
 * `bring` opens a new replica.
 */
export type MarketRefresh = { readonly position: LogPosition; bring(): OpenMarket };

type Symbols = readonly { readonly track: SymbolTrack; readonly snapshot: SymbolSnapshot }[];

/** Client with which followers call the process that owns a feed. */
export class FeedLogClient {
  readonly #deps: FeedLogClientDeps;
  readonly #archive: CandleArchive;

  constructor(deps: FeedLogClientDeps) {
    this.#deps = deps;
    this.#archive = databaseArchive(deps.sql, deps.source);
  }

  /**
   * Returns the batches of the log after `afterSeq`. Returns null if the lease holder is unreachable, has changed, or
   * no longer has those batches.
   */
  batchesAfter(era: FeedRun, afterSeq: number): Promise<readonly LogBatch[] | null> {
    return this.#ask(TICK_BATCHES_CALL, { era, afterSeq });
  }

  /**
   * Reads everything in the lease holder's memory that this process does not have.
   * @param opened the open replica; null if there is none
   * @returns null if the lease holder is unreachable or changes during the read
   */
  async read(opened: OpenMarket | null): Promise<MarketRefresh | null> {
    const description = await this.#ask(SOURCE_DESCRIPTION_CALL, null);
    if (description === null) return null;
    const isSame = opened !== null && JSON.stringify(opened.feed.assets()) === JSON.stringify(description.assets);
    return isSame ? this.#readMissed(opened, description) : this.#readAll(description);
  }

  async #readMissed(opened: OpenMarket, description: SourceDescription): Promise<MarketRefresh | null> {
    const symbols = await this.#snapshots(opened.market, description.era);
    const first = firstOf(symbols);
    if (symbols === null || first === null) return null;
    const bring = () => {
      opened.feed.onTerms(description.terms);
      applyFeedState(opened.market, first);
      for (const { track, snapshot } of symbols) catchUpSymbol(opened, track, snapshot);
      opened.feed.onThrough(first.throughMs);
      return opened;
    };
    return { position: first, bring };
  }

  async #readAll(description: SourceDescription): Promise<MarketRefresh | null> {
    const { source, clock, bus, sql } = this.#deps;
    const feed = new ReplicaFeed(source, description, this.#deps);
    const market = new MarketFeed({ feed, clock, bus, sink: KEPT_BY_OWNER, isReplica: true });
    const lastTimes = await lastCandleTimes(sql, source);
    for (const track of market.tracks.values()) {
      const lastTime = lastTimes.get(track.asset.symbol);
      if (lastTime !== undefined) await loadLastDay(this.#archive, track, (lastTime + MINUTE_S) * 1_000);
    }
    const symbols = await this.#snapshots(market, description.era);
    const first = firstOf(symbols);
    if (symbols === null || first === null) return null;
    const bring = () => {
      for (const { track, snapshot } of symbols) seedSymbol({ feed, market }, track, snapshot);
      feed.onThrough(first.throughMs);
      return this.#run({ feed, market }, first);
    };
    return { position: first, bring };
  }

  #run(followed: Replica, first: SymbolSnapshot): OpenMarket {
    const { feed, market } = followed;
    const { source, clock, sql, historyDays, metrics } = this.#deps;
    const history = { fillNow: this.#fillNow };
    const data = viewMarket({ feed, sql, clock, market, archive: this.#archive, history, historyDays });
    const stopCounting = metrics.add(source, market, null);
    void market.start(new Map());
    applyFeedState(market, first);
    return {
      ...followed,
      data,
      close() {
        stopCounting();
        market.stop();
      },
    };
  }

  /**
   * Asks the feed's lease holder to fill the gaps of the symbols, if there are gaps. Returns false if the lease holder
   * cannot.
   */
  readonly #fillNow = async (symbols: readonly string[], spanOf: (symbol: string) => TimeSpan): Promise<boolean> => {
    for (const symbol of symbols) {
      const span = spanOf(symbol);
      if ((await missingSpans(this.#deps.sql, this.#deps.source, symbol, span)).length === 0) continue;
      const isFilled = await this.#ask(FILL_MINUTES_CALL, { symbol, fromTime: span.fromTime }, FILL_MS);
      if (isFilled !== true) return false;
    }
    return true;
  };

  /** Reads the snapshots of every symbol; returns null unless all snapshots come from one lease holder. */
  async #snapshots({ tracks }: MarketFeed, era: FeedRun): Promise<Symbols | null> {
    const symbols = await Promise.all([...tracks.values()].map((track) => this.#snapshot(track)));
    const known = symbols.filter((symbol) => symbol !== null);
    return known.length === symbols.length && known.every(({ snapshot }) => compareFeedRuns(snapshot.era, era) === 0)
      ? known
      : null;
  }

  /** Reads the snapshot of a symbol. Minutes that the lease holder no longer holds in memory come from the database. */
  async #snapshot(track: SymbolTrack): Promise<Symbols[number] | null> {
    const { symbol } = track.asset;
    const { lastTime } = track.minutes;
    const minutesFrom = lastTime === null ? 0 : lastTime + MINUTE_S;
    const snapshot = await this.#ask(SYMBOL_SNAPSHOT_CALL, { symbol, minutesFrom });
    const toTime = snapshot?.minutes[0]?.time ?? minutesFrom;
    if (snapshot === null || lastTime === null || toTime <= minutesFrom) return snapshot && { track, snapshot };
    const stored = await this.#archive.minutes(symbol, { fromTime: minutesFrom, toTime });
    const older = Array.from({ length: stored.length }, (_, row) => candleAt(stored, row));
    return { track, snapshot: { ...snapshot, minutes: [...older, ...snapshot.minutes] } };
  }

  async #ask<Question, Answer>(
    call: Call<Question, Answer | null>,
    question: Question,
    timeoutMs = ASK_MS,
  ): Promise<Answer | null> {
    const asked = await this.#deps.calls.ask(call, this.#deps.source, question, timeoutMs);
    return asked.ok ? asked.value : null;
  }
}

/**
 * Returns the earliest snapshot; null if there are none. The log continues from it; events that later snapshots already
 * contain are skipped.
 */
const firstOf = (symbols: Symbols | null): SymbolSnapshot | null =>
  (symbols ?? []).map(({ snapshot }) => snapshot).toSorted(comparePositions)[0] ?? null;

const KEPT_BY_OWNER: MarketSink = { addTick: () => undefined, addCandle: () => undefined };
