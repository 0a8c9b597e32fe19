import type { Candle, CandleColumns } from '@vigia/core/candles';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import { type Direction, type PriceSource, TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { CANDLE_CLOSED, type CandleClosedMessage, MARKET_OPENED } from '../market-data/index.ts';
import { type DataFault, type DataRefusal, DataRefusals } from './data-refusals.ts';
import type { StrategyDeps } from './deps.ts';
import { readRules } from './read-rules.ts';
import { SignalDesk } from './signal-desk.ts';
import { findKept, findRunning, type StrategyRow } from './strategy.repository.ts';
import { type Member, StrategyStream, streamKeyOf } from './strategy-stream.ts';

const RETRY_MS = durationMs(5_000);
const SWEEP_MS = durationMs(60_000);

/** A candle that had to wait longer for its past than this is news no more. */
const WAIT_MAX_MS = 5_000;
const TOO_LATE = { fault: 'backfilled', ageMs: null } as const;

/** A closed candle, when it came, and whether its prices may signal. */
type Closed = {
  readonly candle: Candle;
  readonly cameMs: number;
  readonly refusal: Pick<DataRefusal, 'fault' | 'ageMs'> | null;
};

/** A stream whose past is still being read keeps what comes meanwhile. */
type Running = { readonly stream: StrategyStream; waiting: Closed[] | null };

/** Runs every active strategy over the live market; equal ones share one fold, and a candle finds its streams by index. */
export class StrategyEngine {
  readonly #deps: StrategyDeps;
  readonly #desk: SignalDesk;
  readonly #refusals = new DataRefusals();
  /** By stream key. */
  readonly #running = new Map<string, Running>();
  /** By source, symbol and timeframe. */
  readonly #index = new Map<string, Set<Running>>();
  readonly #streamOf = new Map<string, Running>();
  #cancels: Cancel[] = [];
  #isStopped = false;
  /** Membership changes one at a time, each with what the database holds by then. */
  #changes: Promise<void> = Promise.resolve();
  readonly #fills = new Set<Promise<void>>();

  constructor(deps: StrategyDeps) {
    this.#deps = deps;
    this.#desk = new SignalDesk(deps);
  }

  /** Distinct evaluations. */
  get streams(): number {
    return this.#running.size;
  }

  /** What the prices were not good enough for, since the start, newest first. */
  refusals(strategyId: string): readonly DataRefusal[] {
    return this.#refusals.of(strategyId);
  }

  /** Folds the past of every strategy, then goes on live; nothing in between is missed. What was open at the last stop is decided too. */
  async start(): Promise<void> {
    const { bus, clock, db } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#takeCandle(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#enqueue(() => this.#marketOpened(source))),
      clock.every(SWEEP_MS, () => this.#enqueue(() => this.#sweep())),
    ];
    await this.#desk.start();
    for (const row of await findRunning(db.sql)) this.#join(row);
    await this.#filled();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.#changes;
    await this.#desk.stop();
  }

  /** Resolves once everything found so far is stored, and every past that could be read has been. */
  async drained(): Promise<void> {
    await this.#changes;
    await this.#filled();
    await this.#desk.drained();
  }

  /** Runs a strategy as it stands in the database now, or no longer; call it after each committed change. */
  refresh(strategyId: string): Promise<void> {
    return this.#enqueue(() => this.#refresh(strategyId));
  }

  /** A source has come within reach: what waited for it begins. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      for (const row of await findRunning(this.#deps.db.sql))
        if (row.price_source === source && !this.#streamOf.has(row.id)) this.#join(row);
    } catch (error) {
      this.#deps.log.warn({ err: error, source }, 'strategies of a market that came within reach are read again');
      this.#later(() => void this.#enqueue(() => this.#marketOpened(source)));
    }
  }

  #enqueue(change: () => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(change);
    return this.#changes;
  }

  /** Strategies go with the account of their person, of which nobody tells. */
  async #sweep(): Promise<void> {
    try {
      const kept = new Set(await findKept(this.#deps.db.sql, [...this.#streamOf.keys()]));
      for (const id of [...this.#streamOf.keys()]) if (!kept.has(id)) this.#leave(id);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'which strategies are gone is asked again in a minute');
    }
  }

  async #refresh(strategyId: string): Promise<void> {
    try {
      const [row] = await findRunning(this.#deps.db.sql, strategyId);
      this.#leave(strategyId);
      if (row !== undefined) this.#join(row);
      else this.#refusals.forget(strategyId);
    } catch (error) {
      this.#deps.log.warn({ err: error, strategy: strategyId }, 'a changed strategy is read again');
      this.#later(() => void this.refresh(strategyId));
    }
  }

  /** One stored under rules that have changed since must not keep the others from running. */
  #join(row: StrategyRow): void {
    const rules = readRules(row);
    if (rules === null) {
      this.#deps.log.error({ strategy: row.id }, 'a stored strategy is not valid any more: it does not run');
      return;
    }
    const market = this.#deps.markets.at(row.price_source);
    // What works on prices out of reach begins once they are within it.
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
    if (waiting.length > 0) this.#desk.catchUp(stream.source, stream.symbol);
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
    const move = stream.take(candle);
    if (move === null || move === 0) return;
    const direction = move === 1 ? 'CALL' : 'PUT';
    const closeMs = (candle.time + TIMEFRAME_SECONDS[stream.timeframe]) * 1_000;
    for (const member of stream.members.values()) {
      // What closed before the version began is its past.
      if (closeMs <= member.row.live_since.getTime()) continue;
      if (refusal === null) this.#desk.publish(member, direction, candle, closeMs);
      else this.#refuse(member.row.id, direction, closeMs, refusal);
    }
  }

  #refuse(strategyId: string, direction: Direction, atMs: number, refusal: NonNullable<Closed['refusal']>): void {
    this.#refusals.add(strategyId, { id: this.#deps.ids.next(), atMs, direction, ...refusal });
  }
}

const indexKey = (source: PriceSource, symbol: string, timeframe: string): string => `${source}|${symbol}|${timeframe}`;
