import type { FeedAsset } from '@vigia/broker-kit/port';
import {
  BadTickFilter,
  bucketOf,
  type Candle,
  CandleAggregator,
  CandleBuilder,
  CLOCK_GRACE_MS,
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
/** 18 minutes of the simulated market; a minute of a feed with 17 ticks a second. */
const RING_TICKS = 1_024;

/** Who is told of the candles a track closes, smallest timeframe first. */
export type CandleSink = (track: SymbolTrack, timeframe: Timeframe, candle: Candle) => void;

/** What became of a tick: it is the newest, it was put back into its place in the open minute, or why it was dropped. */
export type TickVerdict = 'newest' | 'reordered' | 'late' | TickFault;

/** Everything kept in memory about one symbol: newest ticks, forming candles, the last day of minutes. */
export class SymbolTrack {
  readonly asset: FeedAsset;
  readonly filter = new BadTickFilter();
  readonly ring = new TickRing(RING_TICKS);
  readonly gaps = new MedianGap();
  readonly frozen = new FrozenPrice();
  readonly minutes = new MinuteWindow();
  lastTimeMs: number | null = null;
  lastPrice = 0;
  /** When the newest tick reached us, by our clock. */
  lastSeenMs = -Infinity;
  /** Ticks put back into their place, and ticks for a minute already closed. */
  reordered = 0;
  late = 0;
  day: DaySummary | null = null;
  readonly #builder = new CandleBuilder(MINUTE_S);
  readonly #larger = TIMEFRAMES.filter((timeframe) => timeframe !== '1m').map((timeframe) => ({
    timeframe,
    aggregator: new CandleAggregator(TIMEFRAME_SECONDS[timeframe], MINUTE_S),
  }));
  readonly #sink: CandleSink;
  #lateSeen = 0;

  constructor(asset: FeedAsset, sink: CandleSink) {
    this.asset = asset;
    this.#sink = sink;
  }

  /**
   * Takes a tick, held against the time `nowMs`; candles it closes go to the sink first. What was streamed stays: history
   * that tells a moment at another price comes too late.
   */
  take(timeMs: number, price: number, nowMs: number, isBackfill = false): TickVerdict {
    if (isBackfill && timeMs <= (this.lastTimeMs ?? -Infinity) && this.ring.find(timeMs, price) === 'other_price') {
      this.late += 1;
      return 'late';
    }
    const fault = this.filter.reject(timeMs, price, nowMs);
    if (fault === 'out_of_order') return this.#takeOutOfOrder(timeMs, price);
    if (fault !== null) return fault;
    const closed = this.#builder.push(timeMs, price);
    if (closed !== null) this.#minuteClosed(closed);
    if (this.#builder.late > this.#lateSeen) return this.#countLate();
    return this.#remember(timeMs, price);
  }

  /** Takes a tick the owner of the feed has accepted; one that is here already changes nothing. Its minute is closed by `closeAs`. */
  follow(timeMs: number, price: number): TickVerdict {
    const lastMs = this.lastTimeMs ?? -Infinity;
    if (timeMs <= lastMs && this.ring.find(timeMs, price) === 'same') return 'duplicate';
    if (timeMs < lastMs) return this.#isInOpenMinute(timeMs) ? this.#putBack(timeMs, price) : this.#missed();
    const closed = this.#builder.push(timeMs, price);
    if (closed !== null) this.#minuteClosed(closed);
    return this.#remember(timeMs, price);
  }

  /** Closes a candle as the owner of the feed did; one that is closed already stays as it is. */
  closeAs(timeframe: Timeframe, candle: Candle): void {
    if (timeframe !== '1m') return this.#closeLarger(timeframe, candle);
    const { forming, closedThrough, late } = this.#builder.snapshot();
    if (candle.time < closedThrough) return;
    const isLater = forming !== null && forming.time > candle.time;
    this.#builder.restore({ forming: isLater ? forming : null, closedThrough: candle.time + MINUTE_S, late });
    this.#minuteClosed(candle);
  }

  /** Goes on from the open minute of the owner of the feed, whose first ticks may be unknown here. */
  adoptForming(minute: Candle): void {
    const { closedThrough, late } = this.#builder.snapshot();
    if (minute.time >= closedThrough) this.#builder.restore({ forming: minute, closedThrough, late });
  }

  /** Closes what the clock closes: boundary + 1 s (pcr.md §1). */
  closeDue(nowMs: number): void {
    const minute = this.#builder.closeDue(nowMs);
    if (minute !== null) this.#minuteClosed(minute);
    for (const { timeframe, aggregator } of this.#larger) {
      const candle = aggregator.closeDue(nowMs);
      if (candle !== null) this.#sink(this, timeframe, candle);
    }
  }

  /** Takes a closed minute of the past, made elsewhere: it shapes what comes but is announced to nobody. */
  seed(minute: Candle): void {
    if (!this.minutes.append(minute)) return;
    for (const { aggregator } of this.#larger) aggregator.push(minute);
    this.#builder.restore({ forming: null, closedThrough: minute.time + MINUTE_S, late: this.#builder.late });
    this.#lateSeen = this.#builder.late;
  }

  /** Brings the day's summary up to date; called after seeding and by every closed minute. */
  refreshDay(): void {
    this.day = summarizeDay(this.minutes);
  }

  /** The candle under way as far as ticks tell, or null before the bucket's first one. */
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

  #remember(timeMs: number, price: number): TickVerdict {
    if (this.lastTimeMs !== null) this.gaps.observe(timeMs - this.lastTimeMs);
    this.lastTimeMs = timeMs;
    this.lastPrice = price;
    this.frozen.observe(timeMs, price);
    this.ring.push(timeMs, price);
    return 'newest';
  }

  #countLate(): TickVerdict {
    this.#lateSeen = this.#builder.late;
    return this.#missed();
  }

  #missed(): TickVerdict {
    this.late += 1;
    return 'late';
  }

  /** By the clock of the owner of the feed: its own minutes have closed it here unless the last of them is missing. */
  #closeLarger(timeframe: Timeframe, { time }: Candle): void {
    const endMs = (time + TIMEFRAME_SECONDS[timeframe]) * 1_000;
    const aggregator = this.#larger.find((one) => one.timeframe === timeframe)?.aggregator;
    const closed = aggregator?.closeDue(endMs + CLOCK_GRACE_MS) ?? null;
    if (closed !== null) this.#sink(this, timeframe, closed);
  }

  #minuteClosed(minute: Candle): void {
    this.minutes.append(minute);
    this.refreshDay();
    this.#sink(this, '1m', minute);
    for (const { timeframe, aggregator } of this.#larger) {
      for (const candle of aggregator.push(minute)) this.#sink(this, timeframe, candle);
    }
  }

  /** A tick of the minute still open takes its place in it and the forming candle is built anew; any other is late. */
  #takeOutOfOrder(timeMs: number, price: number): TickVerdict {
    if (!this.#isInOpenMinute(timeMs)) return this.#missed();
    if (this.ring.find(timeMs, price) === 'same') return 'duplicate';
    if (Math.abs(price - this.lastPrice) > TICK_LIMITS.jumpRatio * this.lastPrice) return 'absurd_jump';
    return this.#putBack(timeMs, price);
  }

  #isInOpenMinute(timeMs: number): boolean {
    const { forming } = this.#builder;
    return forming !== null && timeMs >= forming.time * 1_000;
  }

  #putBack(timeMs: number, price: number): TickVerdict {
    const state = this.#builder.snapshot();
    this.ring.push(timeMs, price);
    this.#builder.restore({ ...state, forming: state.forming && this.ring.candleSince(state.forming) });
    this.reordered += 1;
    return 'reordered';
  }
}
