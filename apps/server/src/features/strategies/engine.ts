import type { Candle, CandleColumns } from '@vigia/core/candles';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import { type Direction, type PriceSource, TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { RowReconciler } from '#platform/cluster/row-reconciler.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, MARKET_OPENED } from '../market-data/index.ts';
import { type DataFault, type DataRefusal, DataRefusals } from './data-refusals.ts';
import type { StrategyDeps } from './deps.ts';
import { STRATEGY_EDITED, STRATEGY_REFUSALS } from './engine-calls.ts';
import { readRules } from './read-rules.ts';
import { StrategySignalPublisher } from './signal-publisher.ts';
import { findEditedSince, findKept, findRunning, findRunningOne, type StrategyRow } from './strategy.repository.ts';
import { type Member, StrategyStream, streamKeyOf } from './strategy-stream.ts';

const RETRY_MS = durationMs(5_000);
const SWEEP_MS = durationMs(60_000);

/** Longest time in milliseconds that a candle may wait for its history and still give a signal. */
const WAIT_MAX_MS = 5_000;
const TOO_LATE = { fault: 'backfilled', ageMs: null } as const;

/** A closed candle, its arrival time, and whether its prices are reliable enough for a signal. */
type Closed = {
  readonly candle: Candle;
  readonly cameMs: number;
  readonly refusal: Pick<DataRefusal, 'fault' | 'ageMs'> | null;
};

/**
 * A running stream. `waiting` contains the candles that arrive while the engine reads the history of the stream; null
 * after that.
 */
type Running = { readonly stream: StrategyStream; waiting: Closed[] | null };

/**
 * Runs the active strategies of the shards that it owns on the live market. Equal strategies share one fold, and an
 * index finds the streams of a candle.
 */
export class StrategyEngine {
  readonly #deps: StrategyDeps;
  readonly #owned: OwnedShards;
  readonly #publisher: StrategySignalPublisher;
  readonly #refusals = new DataRefusals();
  readonly #reconciler: RowReconciler;
  /** Running streams by stream key. */
  readonly #running = new Map<string, Running>();
  /** Running streams by source, symbol and timeframe. */
  readonly #index = new Map<string, Set<Running>>();
  readonly #streamOf = new Map<string, Running>();
  #cancels: Cancel[] = [];
  #isStopped = false;
  /** Queue of membership changes; each change reads the database at its turn. */
  #changes: Promise<void> = Promise.resolve();
  readonly #fills = new Set<Promise<void>>();
  readonly #served = new Map<Shard, readonly Cancel[]>();

  constructor(deps: StrategyDeps) {
    this.#deps = deps;
    this.#owned = new OwnedShards('strategies', deps, {
      start: (shards) => this.#take(shards),
      stop: (shards) => this.#giveUp(shards),
    });
    this.#publisher = new StrategySignalPublisher({ ...deps, owned: this.#owned });
    this.#reconciler = new RowReconciler({
      sql: deps.db.sql,
      clock: deps.clock,
      log: deps.log,
      owned: this.#owned,
      stored: { existing: findKept, editedSince: findEditedSince },
      running: {
        ids: () => this.#streamOf.keys(),
        updatedAt: (id) => this.#streamOf.get(id)?.stream.members.get(id)?.row.updated_at,
        close: (id) => this.#leave(id),
        reload: (id) => this.#refresh(id),
      },
    });
  }

  /** Returns the number of distinct evaluations. */
  get streams(): number {
    return this.#running.size;
  }

  /**
   * Resolves when the strategies of the shards acquired at the start run live. Market events during the start are not
   * lost.
   */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#takeCandle(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#enqueue(() => this.#marketOpened(source))),
      bus.onReconnected(() => void this.#enqueue(() => this.#reconciler.reconcile())),
      clock.every(SWEEP_MS, () => void this.#enqueue(() => this.#reconciler.reconcile())),
    ];
    this.#publisher.start();
    await this.#owned.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.#changes;
    await this.#publisher.stop();
    await this.#owned.stop();
  }

  /** Resolves when everything found so far is stored, and every readable history is folded. */
  async drained(): Promise<void> {
    await this.#owned.settled();
    await this.#changes;
    await this.#filled();
    await this.#publisher.drained();
  }

  /** Reads the strategy's current row in the database, and runs or stops the strategy accordingly. */
  #follow(strategyId: string): Promise<void> {
    return this.#enqueue(() => this.#refresh(strategyId));
  }

  /**
   * Folds the history of every strategy of these shards, then runs them live. It also settles signals that the previous
   * process left open.
   */
  async #take(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) this.#served.set(shard, this.#serve(shard));
    await this.#publisher.loadShards(shards);
    // The queue of changes reads the rows, so that later changes start from them.
    const joined = this.#changes.then(async () => {
      for (const row of await findRunning(this.#deps.db.sql, shards)) this.#join(row);
    });
    this.#changes = joined.catch(() => undefined);
    await joined;
    await this.#filled();
  }

  #serve(shard: Shard): readonly Cancel[] {
    const { calls } = this.#deps;
    return [
      calls.serve(STRATEGY_EDITED, shard, ({ id }) => this.#follow(id).then(() => null)),
      calls.serve(STRATEGY_REFUSALS, shard, ({ id }) => this.#refusals.of(id)),
    ];
  }

  async #giveUp(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) {
      for (const cancel of this.#served.get(shard) ?? []) cancel();
      this.#served.delete(shard);
    }
    await this.#enqueue(async () => this.#leaveAll(shards));
    await this.#publisher.releaseShards(shards);
  }

  #leaveAll(shards: readonly Shard[]): void {
    for (const [id, { stream }] of Array.from(this.#streamOf)) {
      const member = stream.members.get(id);
      if (member === undefined || !shards.includes(shardOf(member.row.user_id))) continue;
      this.#leave(id);
      this.#refusals.forget(id);
    }
  }

  /** Starts the strategies that waited for this price source. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      for (const row of await findRunning(this.#deps.db.sql, this.#owned.all))
        if (this.#deps.markets.at(row.price_source).source === source && !this.#streamOf.has(row.id)) this.#join(row);
    } catch (error) {
      this.#deps.log.warn({ err: error, source }, 'strategies of a market that came within reach are read again');
      this.#later(() => void this.#enqueue(() => this.#marketOpened(source)));
    }
  }

  /**
   * Adds a change to the queue. Resolves when the change is applied.
   * @param change must not reject
   */
  #enqueue(change: () => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(change);
    return this.#changes;
  }

  async #refresh(strategyId: string): Promise<void> {
    try {
      const row = await findRunningOne(this.#deps.db.sql, strategyId);
      this.#leave(strategyId);
      if (row !== null && this.#owned.has(row.user_id)) this.#join(row);
      else this.#refusals.forget(strategyId);
    } catch (error) {
      this.#deps.log.warn({ err: error, strategy: strategyId }, 'a changed strategy is read again');
      this.#later(() => void this.#follow(strategyId));
    }
  }

  /** Runs a strategy. Skips a strategy whose stored rules are no longer valid, so that it does not stop the others. */
  #join(row: StrategyRow): void {
    const rules = readRules(row);
    if (rules === null) {
      this.#deps.log.error({ strategy: row.id }, 'a stored strategy is not valid any more: it does not run');
      return;
    }
    const market = this.#deps.markets.at(row.price_source);
    // A strategy on an unavailable source starts when the source becomes available.
    if (market.asset(row.asset) === undefined) return;
    const member: Member = { row, rules, source: market.source };
    const key = streamKeyOf(member);
    const running = this.#running.get(key) ?? this.#open(key, member);
    running.stream.members.set(row.id, member);
    this.#streamOf.set(row.id, running);
  }

  #open(key: string, first: Member): Running {
    const running: Running = { stream: new StrategyStream(first), waiting: [] };
    this.#running.set(key, running);
    const { source, symbol, timeframe } = running.stream;
    const place = indexKey(source, symbol, timeframe);
    this.#index.set(place, (this.#index.get(place) ?? new Set()).add(running));
    this.#fill(running);
    return running;
  }

  #leave(strategyId: string): void {
    const running = this.#streamOf.get(strategyId);
    if (running === undefined) return;
    this.#streamOf.delete(strategyId);
    running.stream.members.delete(strategyId);
    if (running.stream.members.size > 0) return;
    this.#running.delete(running.stream.key);
    const { source, symbol, timeframe } = running.stream;
    this.#index.get(indexKey(source, symbol, timeframe))?.delete(running);
  }

  #fill(running: Running): void {
    const fill = this.#foldPast(running).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, symbol: running.stream.symbol }, 'the past of a strategy is read again');
      this.#later(() => {
        if (this.#running.get(running.stream.key) === running) this.#fill(running);
      });
    });
    this.#fills.add(fill);
    void fill.then(() => this.#fills.delete(fill));
  }

  async #foldPast(running: Running): Promise<void> {
    const { stream } = running;
    const minutes = await this.#history(stream);
    const waiting = running.waiting ?? [];
    running.waiting = null;
    stream.foldHistory(minutes, waiting[0]?.candle.time ?? Infinity);
    const nowMs = this.#deps.clock.now();
    for (const closed of waiting)
      this.#push(stream, nowMs - closed.cameMs > WAIT_MAX_MS ? { ...closed, refusal: TOO_LATE } : closed);
    if (waiting.length > 0) this.#publisher.catchUp(stream.source, stream.symbol);
  }

  #history({ source, symbol, anchorTime }: StrategyStream): Promise<CandleColumns> {
    const market = this.#deps.markets.at(source);
    return market.history1m(symbol, Math.max(anchorTime, market.historyFloor()));
  }

  async #filled(): Promise<void> {
    while (this.#fills.size > 0) await Promise.all(this.#fills);
  }

  #later(task: () => void): void {
    if (!this.#isStopped) this.#cancels.push(this.#deps.clock.after(RETRY_MS, task));
  }

  #takeCandle({ source, symbol, timeframe, candle, backfilled }: CandleClosedMessage): void {
    const running = this.#index.get(indexKey(source, symbol, timeframe));
    if (running === undefined || running.size === 0) return;
    const refusal = this.#refusalOf(source, symbol, backfilled);
    const closed: Closed = { candle, cameMs: this.#deps.clock.now(), refusal };
    for (const { stream, waiting } of running) {
      if (waiting === null) this.#push(stream, closed);
      else waiting.push(closed);
    }
  }

  #refusalOf(source: PriceSource, symbol: string, backfilled: boolean): Closed['refusal'] {
    if (backfilled) return TOO_LATE;
    const { state, ageMs } = this.#deps.markets.at(source).condition(symbol);
    return state === 'live' ? null : { fault: state satisfies DataFault, ageMs };
  }

  #push(stream: StrategyStream, { candle, refusal }: Closed): void {
    const move = stream.onCandle(candle);
    if (move === null || move === 0) return;
    const direction = move === 1 ? 'CALL' : 'PUT';
    const closeMs = (candle.time + TIMEFRAME_SECONDS[stream.timeframe]) * 1_000;
    for (const member of stream.members.values()) {
      // A candle that closed before the version went live belongs to the version's history.
      if (closeMs <= member.row.live_since.getTime()) continue;
      if (refusal === null) this.#publisher.publish(member, direction, candle, closeMs);
      else this.#refuse(member.row.id, direction, closeMs, refusal);
    }
  }

  #refuse(strategyId: string, direction: Direction, atMs: number, refusal: NonNullable<Closed['refusal']>): void {
    this.#refusals.add(strategyId, { id: this.#deps.ids.next(), atMs, direction, ...refusal });
  }
}

const indexKey = (source: PriceSource, symbol: string, timeframe: string): string => `${source}|${symbol}|${timeframe}`;
