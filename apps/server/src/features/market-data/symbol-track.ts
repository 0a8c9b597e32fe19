import type { FeedAsset } from '@vigia/broker-kit/port';
import {
  BadTickFilter,
  bucketOf,
  type Candle,
  CandleAggregator,
  CandleBuilder,
  TICK_LIMITS,
  type TickFault,
} from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { type DaySummary, summarizeDay } from './day-summary.ts';
import { FrozenPrice } from './frozen-price.ts';
import { MedianGap } from './median-gap.ts';
import { MinuteWindow } from './minute-window.ts';
import { TickRing } from './tick-ring.ts';

const MINUTE_S = TIMEFRAME_SECONDS['1m'];
/** Number of ticks in memory: 17 minutes of the simulated market, or a minute of a feed with 17 ticks a second. */
const RING_TICKS = 1_024;

/**
 * Receives the candles that a track closes, smallest timeframe first. `isBackfill` is true if a tick from history
 * closed the candle.
 */
export type CandleListener = (track: SymbolTrack, timeframe: Timeframe, candle: Candle, isBackfill: boolean) => void;

/** Result of a tick: `newest` so far, `reordered` into the open minute, or the reason why the track dropped it. */
export type TickResult = 'newest' | 'reordered' | 'late' | TickFault;

/** The data in memory about one symbol: newest ticks, forming candles and the last day of minutes. */
export class SymbolTrack {
  readonly asset: FeedAsset;
  readonly filter = new BadTickFilter();
  readonly ring = new TickRing(RING_TICKS);
  readonly gaps = new MedianGap();
  readonly frozen = new FrozenPrice();
  readonly minutes = new MinuteWindow();
  lastTimeMs: number | null = null;
  lastPrice = 0;
  /** Time at which the newest tick arrived, by this process's clock. */
  lastSeenMs = -Infinity;
  /** Number of ticks that were sorted into the open minute. */
  reordered = 0;
  /** Number of dropped ticks of closed minutes. */
  late = 0;
  day: DaySummary | null = null;
  readonly #builder = new CandleBuilder(MINUTE_S);
  readonly #larger = TIMEFRAMES.filter((timeframe) => timeframe !== '1m').map((timeframe) => ({
    timeframe,
    aggregator: new CandleAggregator(TIMEFRAME_SECONDS[timeframe], MINUTE_S),
  }));
  readonly #onCandle: CandleListener;
  #lateSeen = 0;

  constructor(asset: FeedAsset, onCandle: CandleListener) {
    this.asset = asset;
    this.#onCandle = onCandle;
  }

  /**
   * Checks a tick against the time `nowMs` and applies it. First reports the candles that the tick closes. A streamed
   * tick is never replaced: a tick from history with the same time and another price counts as late.
   */
  onTick(timeMs: number, price: number, nowMs: number, isBackfill = false): TickResult {
    if (isBackfill && timeMs <= (this.lastTimeMs ?? -Infinity) && this.ring.find(timeMs, price) === 'other_price') {
      this.late += 1;
      return 'late';
    }
    const fault = this.filter.reject(timeMs, price, nowMs);
    if (fault === 'out_of_order') return this.#onOutOfOrder(timeMs, price);
    if (fault !== null) return fault;
    const closed = this.#builder.push(timeMs, price);
    if (closed !== null) this.#onMinuteClosed(closed, isBackfill);
    if (this.#builder.late > this.#lateSeen) return this.#countLate();
    return this.#append(timeMs, price);
  }

  /** Applies a tick that the process with the feed has accepted. A known tick changes nothing. */
  onAcceptedTick(timeMs: number, price: number): TickResult {
    const lastMs = this.lastTimeMs ?? -Infinity;
    if (timeMs <= lastMs && this.ring.find(timeMs, price) === 'same') return 'duplicate';
    if (timeMs < lastMs) return this.#isInOpenMinute(timeMs) ? this.#sortIn(timeMs, price) : this.#dropLate();
    const closed = this.#builder.push(timeMs, price);
    if (closed !== null) this.#onMinuteClosed(closed, false);
    return this.#append(timeMs, price);
  }

  /**
   * Closes a candle exactly as the process with the feed has closed it. A candle that is already closed here does not
   * change.
   */
  closeAs(timeframe: Timeframe, candle: Candle, isBackfill: boolean): void {
    if (timeframe !== '1m') return this.#closeLarger(timeframe, candle, isBackfill);
    const { forming, closedThrough, late } = this.#builder.snapshot();
    if (candle.time < closedThrough) return;
    const isLater = forming !== null && forming.time > candle.time;
    this.#builder.restore({ forming: isLater ? forming : null, closedThrough: candle.time + MINUTE_S, late });
    this.#onMinuteClosed(candle, isBackfill);
  }

  /** Continues the open minute of the process with the feed; its first ticks may be unknown here. */
  adoptForming(minute: Candle): void {
    const { closedThrough, late } = this.#builder.snapshot();
    if (minute.time >= closedThrough) this.#builder.restore({ forming: minute, closedThrough, late });
  }

  /** Closes the candles that end at or before `throughMs`, because no more of their ticks are expected. */
  closeThrough(throughMs: number): void {
    const minute = this.#builder.closeThrough(throughMs);
    if (minute !== null) this.#onMinuteClosed(minute, false);
    for (const { timeframe, aggregator } of this.#larger) {
      const candle = aggregator.closeThrough(throughMs);
      if (candle !== null) this.#onCandle(this, timeframe, candle, false);
    }
  }

  /** Adds a stored minute of the past. It becomes part of larger candles, but no closed candle is reported. */
  seed(minute: Candle): void {
    if (!this.minutes.append(minute)) return;
    for (const { aggregator } of this.#larger) aggregator.push(minute);
    this.#builder.restore({ forming: null, closedThrough: minute.time + MINUTE_S, late: this.#builder.late });
    this.#lateSeen = this.#builder.late;
  }

  /**
   * Recomputes the day's summary. Must be called after seeding; the track itself calls it after every closed minute.
   */
  refreshDay(): void {
    this.day = summarizeDay(this.minutes);
  }

  /** Returns the forming candle; null before the first tick of its time bucket. */
  forming(timeframe: Timeframe): Candle | null {
    const minute = this.#builder.forming;
    if (timeframe === '1m') return minute;
    const begun = this.#larger.find((one) => one.timeframe === timeframe)?.aggregator.forming ?? null;
    if (minute === null) return begun;
    const bucket = bucketOf(minute.time, TIMEFRAME_SECONDS[timeframe]);
    if (begun === null || begun.time !== bucket) return { ...minute, time: bucket };
    return {
      ...begun,
      high: Math.max(begun.high, minute.high),
      low: Math.min(begun.low, minute.low),
      close: minute.close,
    };
  }

  #append(timeMs: number, price: number): TickResult {
    if (this.lastTimeMs !== null) this.gaps.observe(timeMs - this.lastTimeMs);
    this.lastTimeMs = timeMs;
    this.lastPrice = price;
    this.frozen.observe(timeMs, price);
    this.ring.push(timeMs, price);
    return 'newest';
  }

  #countLate(): TickResult {
    this.#lateSeen = this.#builder.late;
    return this.#dropLate();
  }

  #dropLate(): TickResult {
    this.late += 1;
    return 'late';
  }

  /** Closes a larger candle. Its minutes have usually closed it already, except if the last minute is missing. */
  #closeLarger(timeframe: Timeframe, { time }: Candle, isBackfill: boolean): void {
    const endMs = (time + TIMEFRAME_SECONDS[timeframe]) * 1_000;
    const aggregator = this.#larger.find((one) => one.timeframe === timeframe)?.aggregator;
    const closed = aggregator?.closeThrough(endMs) ?? null;
    if (closed !== null) this.#onCandle(this, timeframe, closed, isBackfill);
  }

  #onMinuteClosed(minute: Candle, isBackfill: boolean): void {
    this.minutes.append(minute);
    this.refreshDay();
    this.#onCandle(this, '1m', minute, isBackfill);
    for (const { timeframe, aggregator } of this.#larger) {
      for (const candle of aggregator.push(minute)) this.#onCandle(this, timeframe, candle, isBackfill);
    }
  }

  /** Sorts a tick of the open minute into its place and rebuilds the forming candle. An older tick counts as late. */
  #onOutOfOrder(timeMs: number, price: number): TickResult {
    if (!this.#isInOpenMinute(timeMs)) return this.#dropLate();
    if (this.ring.find(timeMs, price) === 'same') return 'duplicate';
    if (Math.abs(price - this.lastPrice) > TICK_LIMITS.jumpRatio * this.lastPrice) return 'absurd_jump';
    return this.#sortIn(timeMs, price);
  }

  #isInOpenMinute(timeMs: number): boolean {
    const { forming } = this.#builder;
    return forming !== null && timeMs >= forming.time * 1_000;
  }

  #sortIn(timeMs: number, price: number): TickResult {
    const state = this.#builder.snapshot();
    this.ring.push(timeMs, price);
    this.#builder.restore({ ...state, forming: state.forming && this.ring.candleSince(state.forming) });
    this.reordered += 1;
    return 'reordered';
  }
}
