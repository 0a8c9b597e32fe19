import { at, type Candle, type CandleColumns, candleAt } from '@vigia/core/candles';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { SequenceGroup } from './sequence-group.ts';
import type { SetupRun } from './setup-run.ts';

/** Number of latest candles kept for the debug view. */
const CANDLES_KEPT = 128;

/**
 * The evaluation of one asset of one market in one timeframe: its groups, and buffered events for groups that are still
 * reading their history.
 */
export class SetupStream {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Groups by sequence rules. Several groups have equal rules only while their states differ. */
  readonly #groups = new Map<string, SequenceGroup[]>();
  /** Buffered events for each set of groups that is being started. */
  readonly #opening = new Map<symbol, ((group: SequenceGroup) => void)[]>();
  /** The latest candles, oldest first. */
  #candles: Candle[] = [];
  /** Whether the event that is being processed is backfilled. */
  isBackfilled = false;

  constructor(source: PriceSource, symbol: string, timeframe: Timeframe) {
    this.source = source;
    this.symbol = symbol;
    this.timeframe = timeframe;
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  get groups(): readonly SequenceGroup[] {
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

  /** Applies the buffered events to groups that have read their history, then adds these groups to the live groups. */
  endOpening(opening: symbol, groups: readonly SequenceGroup[], past: CandleColumns | null): void {
    const missed = this.#opening.get(opening) ?? [];
    this.#opening.delete(opening);
    if (past !== null) this.#remember(past);
    for (const group of groups) {
      for (const run of group.runs) run.isFolding = false;
      for (const take of missed) take(group);
      this.#join(group);
    }
    this.isBackfilled = false;
  }

  close(run: SetupRun): void {
    const { group } = run.membership;
    group.remove(run);
    if (group.runs.size > 0) return;
    const others = (this.#groups.get(group.detectors.key) ?? []).filter((one) => one !== group);
    if (others.length > 0) this.#groups.set(group.detectors.key, others);
    else this.#groups.delete(group.detectors.key);
  }

  onCandle(candle: Candle, isBackfilled: boolean): void {
    this.#put(isBackfilled, (group) => group.onCandle(candle));
    if (candle.time > (this.#candles.at(-1)?.time ?? -Infinity)) this.#keep(candle);
    for (const groups of this.#groups.values()) for (const group of groups) group.onCandle(candle);
    this.isBackfilled = false;
  }

  onTick(timeMs: number, price: number, isBackfilled: boolean): void {
    this.#put(isBackfilled, (group) => group.onTick(timeMs, price));
    for (const groups of this.#groups.values()) for (const group of groups) group.onTick(timeMs, price);
    this.isBackfilled = false;
  }

  advanceClock(nowMs: number): void {
    for (const groups of this.#groups.values()) for (const group of groups) group.detectors.advanceClock(nowMs);
  }

  /**
   * Merges the group into a live group with equal rules and equal state. If there is no such group, adds the group
   * itself.
   */
  #join(group: SequenceGroup): void {
    if (group.runs.size === 0) return;
    const { key } = group.detectors;
    const alike = (this.#groups.get(key) ?? []).find((one) => one.detectors.hasSameState(group.detectors));
    if (alike === undefined) this.#groups.set(key, [...(this.#groups.get(key) ?? []), group]);
    else alike.adopt(group);
  }

  /** Sets the backfill flag for the event, and buffers the event for the groups that are being started. */
  #put(isBackfilled: boolean, take: (group: SequenceGroup) => void): void {
    this.isBackfilled = isBackfilled;
    const later = (group: SequenceGroup) => {
      this.isBackfilled = isBackfilled;
      take(group);
    };
    for (const missed of this.#opening.values()) missed.push(later);
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
