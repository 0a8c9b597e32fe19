import { at, type Candle, type CandleColumns, candleAt } from '@vigia/core/candles';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { AutomationRun, EvaluationGroup } from './automation.ts';

/** Number of latest candles kept for the debug view. */
const CANDLES_KEPT = 128;

/** Longest time in milliseconds that an event may wait for the history and still give a signal. */
const WAIT_MAX_MS = 5_000;

/** An event that waits for groups that read their history. `candle` is null for a tick. */
type Buffered<Group> = {
  readonly cameMs: number;
  readonly candle: Candle | null;
  readonly apply: (group: Group) => void;
  readonly isBackfilled: boolean;
};

/**
 * The evaluation of automations on one asset of one market in one timeframe: its groups, and buffered events for groups
 * that are still reading their history.
 */
export class AutomationStream<Run extends AutomationRun<Group>, Group extends EvaluationGroup<Run>> {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly #now: () => number;
  /** Groups by rules. Several groups have equal rules only while their states differ. */
  readonly #groups = new Map<string, Group[]>();
  /** Buffered events for each set of groups that is being started. */
  readonly #opening = new Map<symbol, Buffered<Group>[]>();
  /** The latest candles, oldest first. */
  #candles: Candle[] = [];
  /** Whether the event that is being processed is backfilled. */
  isBackfilled = false;

  /** @param now returns the clock's time in epoch milliseconds */
  constructor(source: PriceSource, symbol: string, timeframe: Timeframe, now: () => number) {
    this.source = source;
    this.symbol = symbol;
    this.timeframe = timeframe;
    this.#now = now;
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  get groups(): readonly Group[] {
    return [...this.#groups.values()].flat();
  }

  get isIdle(): boolean {
    return this.#groups.size === 0 && this.#opening.size === 0;
  }

  /** Starts buffering events for groups that start to read their history. Returns the key of the buffer. */
  beginOpening(): symbol {
    const opening = Symbol(this.symbol);
    this.#opening.set(opening, []);
    return opening;
  }

  /** Returns the open time of the first buffered candle; Infinity if there is none. */
  bufferedFrom(opening: symbol): number {
    return this.#opening.get(opening)?.find(({ candle }) => candle !== null)?.candle?.time ?? Infinity;
  }

  /** Drops the buffered ticks after a failed read: the next read of the history contains their minutes. */
  dropTicks(opening: symbol): void {
    const buffered = this.#opening.get(opening) ?? [];
    this.#opening.set(
      opening,
      buffered.filter(({ candle }) => candle !== null),
    );
  }

  /**
   * Applies the buffered events to groups that have read their history, then adds these groups to the live groups. An
   * event that waited too long counts as backfilled.
   */
  endOpening(opening: symbol, groups: readonly Group[], past: CandleColumns | null): void {
    const buffered = this.#opening.get(opening) ?? [];
    this.#opening.delete(opening);
    if (past !== null) this.#remember(past);
    const nowMs = this.#now();
    for (const group of groups) {
      for (const run of group.runs) run.isFolding = false;
      for (const { cameMs, isBackfilled, apply } of buffered) {
        this.isBackfilled = isBackfilled || nowMs - cameMs > WAIT_MAX_MS;
        apply(group);
      }
      this.#join(group);
    }
    this.isBackfilled = false;
  }

  close(run: Run): void {
    const { group } = run;
    group.remove(run);
    if (group.runs.size > 0) return;
    const others = (this.#groups.get(group.key) ?? []).filter((one) => one !== group);
    if (others.length > 0) this.#groups.set(group.key, others);
    else this.#groups.delete(group.key);
  }

  onCandle(candle: Candle, isBackfilled: boolean): void {
    if (this.#opening.size > 0) this.#buffer(candle, isBackfilled, (group) => group.onCandle(candle));
    if (candle.time > (this.#candles.at(-1)?.time ?? -Infinity)) this.#keep(candle);
    this.isBackfilled = isBackfilled;
    for (const groups of this.#groups.values()) for (const group of groups) group.onCandle(candle);
    this.isBackfilled = false;
  }

  onTick(timeMs: number, price: number, isBackfilled: boolean): void {
    if (this.#opening.size > 0) this.#buffer(null, isBackfilled, (group) => group.onTick(timeMs, price));
    this.isBackfilled = isBackfilled;
    for (const groups of this.#groups.values()) for (const group of groups) group.onTick(timeMs, price);
    this.isBackfilled = false;
  }

  advanceClock(nowMs: number): void {
    for (const groups of this.#groups.values()) for (const group of groups) group.advanceClock(nowMs);
  }

  /**
   * Merges the group into a live group with equal rules and equal state. If there is no such group, adds the group
   * itself.
   */
  #join(group: Group): void {
    if (group.runs.size === 0) return;
    const equal = this.#groups.get(group.key) ?? [];
    const alike = equal.find((one) => one.hasSameState(group));
    if (alike === undefined) this.#groups.set(group.key, [...equal, group]);
    else alike.adopt(group);
  }

  #buffer(candle: Candle | null, isBackfilled: boolean, apply: (group: Group) => void): void {
    const cameMs = this.#now();
    for (const buffered of this.#opening.values()) buffered.push({ cameMs, candle, isBackfilled, apply });
  }

  #remember(past: CandleColumns): void {
    if (this.#candles.length >= Math.min(past.length, CANDLES_KEPT)) return;
    const first = Math.max(0, past.length - CANDLES_KEPT);
    const older = Array.from({ length: past.length - first }, (_, row) => candleAt(past, first + row));
    const newest = past.length === 0 ? -Infinity : at(past.time, past.length - 1);
    this.#candles = [...older, ...this.#candles.filter(({ time }) => time > newest)].slice(-CANDLES_KEPT);
  }

  #keep(candle: Candle): void {
    this.#candles.push(candle);
    if (this.#candles.length > CANDLES_KEPT) this.#candles.shift();
  }
}
