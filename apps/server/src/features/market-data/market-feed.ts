import {
  BACKFILLED_AFTER_MS,
  type FeedTick,
  type PriceFeed,
  type PriceFeedState,
  type PriceListener,
} from '@vigia/broker-kit/port';
import { type Candle, CLOCK_GRACE_MS, type TickFault } from '@vigia/core/candles';
import { assertNever, type Cancel, type Clock, durationMs, epochMs } from '@vigia/core/kernel';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import { ClockWatch } from './clock-watch.ts';
import type { FeedStatus, MarketCondition } from './market-data.ts';
import { type CandleListener, SymbolTrack } from './symbol-track.ts';
import {
  CANDLE_CLOSED,
  type CandleClosedMessage,
  FEED_CHANGED,
  type FeedState,
  TICK,
  type TickMessage,
} from './topics.ts';

const MINUTE_MS = 60_000;
const WATCH_EVERY_MS = 250;
/**
 * Delay of the timer in milliseconds from which the process counts as having been suspended. The feed then delivers the
 * missing ticks soon.
 */
const PAUSED_AFTER_MS = 1_000;
/** A candle that closes more than this many milliseconds after its end counts as backfilled. */
const LATE_CLOSE_MS = 5_000;
/**
 * Largest accepted difference in milliseconds between a recording's time and the clock. A recording that plays fast
 * runs ahead, so prices that were already shown would decide an order's expiry. One that plays slowly falls behind.
 */
const OWN_TIME_SKEW_MAX_MS = 10_000;
/**
 * Prices may be dated at most this many milliseconds ahead of the clock. Prices further ahead come from a clock that
 * disagrees with this one (docs/spec/market-data.md §5).
 */
const SKEW_MAX_MS = 1_000;
/**
 * After a tick of one symbol, older ticks of other symbols arrive within this many milliseconds, because all symbols
 * share one connection.
 */
const DISORDER_MS = 1_000;

/** Stores accepted ticks and closed minutes. */
export interface MarketSink {
  addTick(symbol: string, timeMs: number, price: number, backfilled: boolean): void;
  addCandle(symbol: string, candle: Candle): void;
  /** Receives each closed candle, in order with the ticks. The method is absent if only 1-minute candles are stored. */
  addClosed?(message: CandleClosedMessage): void;
}

type FeedDeps = {
  readonly feed: PriceFeed;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sink: MarketSink;
  /** Whether the feed runs in another process. That process then closes the candles. */
  readonly isReplica?: boolean;
};

/** Filters the ticks of a feed, builds candles, publishes ticks and candles, and detects symbols without new ticks. */
export class MarketFeed implements PriceListener {
  readonly tracks: ReadonlyMap<string, SymbolTrack>;
  /** Numbers of accepted ticks: all, and the backfilled ones. */
  readonly counts = { ticks: 0, backfilled: 0 };
  readonly dropped: Record<TickFault, number> = {
    not_a_price: 0,
    not_a_time: 0,
    future: 0,
    out_of_order: 0,
    duplicate: 0,
    absurd_jump: 0,
  };
  readonly #deps: FeedDeps;
  readonly #source: PriceSource;
  /** Whether the feed is a recording. It has its own time, so the clock must not close its candles. */
  readonly #hasOwnTime: boolean;
  #sourceState: PriceFeedState = 'connecting';
  #wasLive = false;
  #newestMs = -Infinity;
  /** End of the last minute that the source completed. */
  #completeMinuteMs = -Infinity;
  readonly #clockWatch: ClockWatch;
  #lastRoundMs = 0;
  #published = '';
  #cancels: Cancel[] = [];
  #onCaughtUp: () => void = () => undefined;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#clockWatch = new ClockWatch(deps.clock);
    this.#source = deps.feed.source;
    this.#hasOwnTime = deps.feed.ownTime !== undefined;
    const onCandle: CandleListener = (track, timeframe, candle, isBackfill) =>
      this.#onCandle(track, timeframe, candle, isBackfill);
    this.tracks = new Map(deps.feed.assets().map((asset) => [asset.symbol, new SymbolTrack(asset, onCandle)]));
  }

  /**
   * Starts the flow of ticks. Resolves when the missed ticks have been delivered, or when the source is unavailable or
   * has ended.
   * @param resumeAfterMs time by symbol after which ticks are requested
   */
  start(resumeAfterMs: ReadonlyMap<string, number>): Promise<void> {
    const { clock, feed } = this.#deps;
    this.#lastRoundMs = clock.now();
    return new Promise((resolve) => {
      this.#onCaughtUp = resolve;
      this.#cancels = [
        feed.start(this, resumeAfterMs),
        clock.every(durationMs(WATCH_EVERY_MS), () => this.#watch(clock.now())),
      ];
    });
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#onCaughtUp();
  }

  onTick({ symbol, timeMs, price, backfilled }: FeedTick): void {
    const track = this.tracks.get(symbol);
    if (track === undefined) return;
    const { clock, sink } = this.#deps;
    const nowMs = clock.now();
    this.#clockWatch.observe(nowMs);
    const verdict = track.onTick(timeMs, price, this.#hasOwnTime ? timeMs : nowMs, backfilled);
    if (verdict === 'late') return;
    if (verdict !== 'newest' && verdict !== 'reordered') {
      this.dropped[verdict] += 1;
      return;
    }
    this.counts.ticks += 1;
    if (backfilled) this.counts.backfilled += 1;
    sink.addTick(symbol, timeMs, price, backfilled);
    if (verdict === 'newest')
      this.#publishTick(track, { source: this.#source, symbol, timeMs, price, backfilled }, nowMs);
  }

  /**
   * Applies a tick that the process with the feed has accepted. A tick that arrives here too late counts as backfilled.
   */
  onLogTick({ symbol, timeMs, price, backfilled: wasBackfilled }: FeedTick): void {
    const track = this.tracks.get(symbol);
    if (track === undefined) return;
    const nowMs = this.#deps.clock.now();
    this.#clockWatch.observe(nowMs);
    const verdict = track.onAcceptedTick(timeMs, price);
    if (verdict !== 'newest' && verdict !== 'reordered') return;
    const backfilled = wasBackfilled || nowMs - timeMs > BACKFILLED_AFTER_MS;
    this.counts.ticks += 1;
    if (backfilled) this.counts.backfilled += 1;
    if (verdict === 'newest')
      this.#publishTick(track, { source: this.#source, symbol, timeMs, price, backfilled }, nowMs);
  }

  /** Closes a candle exactly as the process with the feed has closed it. */
  onLogCandle(symbol: string, timeframe: Timeframe, candle: Candle, backfilled: boolean): void {
    this.tracks.get(symbol)?.closeAs(timeframe, candle, backfilled);
  }

  get sourceState(): PriceFeedState {
    return this.#sourceState;
  }

  onState(state: PriceFeedState): void {
    this.#sourceState = state;
    if (state === 'live') this.#wasLive = true;
    if (state === 'live' || state === 'ended' || state === 'down') this.#onCaughtUp();
    this.#publishState(this.#deps.clock.now());
  }

  /** Closes the candles that the source guarantees to be complete, without the grace period of the clock. */
  onComplete(throughMs: number): void {
    const throughMinuteMs = throughMs - (throughMs % MINUTE_MS);
    if (throughMinuteMs === this.#completeMinuteMs || !this.#mayCloseByClock()) return;
    this.#completeMinuteMs = throughMinuteMs;
    this.#closeThrough(throughMinuteMs);
  }

  condition(track: SymbolTrack): MarketCondition {
    const nowMs = this.#deps.clock.now();
    const ageMs = track.lastTimeMs === null ? null : Math.max(0, nowMs - track.lastSeenMs);
    if (!this.#isOpen(track, nowMs)) return { state: 'closed', ageMs };
    if (this.#isSilent(track, nowMs)) return { state: 'stale', ageMs };
    if (this.#hasOwnTime) return ownTimeCondition((track.lastTimeMs ?? nowMs) - nowMs, ageMs);
    if (this.#isSkewed(track, nowMs)) return { state: 'skewed', ageMs };
    const { frozenForMs } = track.frozen;
    return frozenForMs === null ? { state: 'live', ageMs } : { state: 'frozen', ageMs: frozenForMs };
  }

  status(): FeedStatus {
    const nowMs = this.#deps.clock.now();
    const staleSymbols = this.#staleSymbols(nowMs);
    const newestSeenMs = Math.max(...[...this.tracks.values()].map((track) => track.lastSeenMs));
    const lastTickAgeMs = newestSeenMs === -Infinity ? null : Math.max(0, nowMs - newestSeenMs);
    return { state: this.#state(staleSymbols), staleSymbols, lastTickAgeMs };
  }

  /**
   * Returns the time up to which all ticks of a symbol are known; null if unknown. It is the time of its newest tick,
   * or later if the feed guarantees that. On a live feed, ticks of other symbols advance this time too.
   */
  knownThroughMs(track: SymbolTrack): number | null {
    const knownMs = Math.max(track.lastTimeMs ?? -Infinity, this.sharedThroughMs() ?? -Infinity);
    return knownMs === -Infinity ? null : knownMs;
  }

  /** Returns the time up to which the ticks of all symbols are known; null if unknown. */
  sharedThroughMs(): number | null {
    const { feed, clock } = this.#deps;
    const promisedMs = feed.completeThroughMs?.() ?? -Infinity;
    const sharedMs = Math.min(this.#newestMs, this.#hasOwnTime ? Infinity : clock.now()) - DISORDER_MS;
    const throughMs = Math.max(promisedMs, this.#sourceState === 'live' ? sharedMs : -Infinity);
    return throughMs === -Infinity ? null : throughMs;
  }

  #publishTick(track: SymbolTrack, tick: TickMessage, nowMs: number): void {
    track.lastSeenMs = this.#hasOwnTime ? nowMs : tick.timeMs;
    if (tick.timeMs > this.#newestMs) this.#newestMs = tick.timeMs;
    this.#deps.bus.publish(TICK, tick);
  }

  #watch(nowMs: number): void {
    const wasPaused = nowMs - this.#lastRoundMs > PAUSED_AFTER_MS;
    this.#lastRoundMs = nowMs;
    this.#clockWatch.observe(nowMs);
    if (!wasPaused && this.#mayCloseByClock()) {
      // Ticks under way still count for a moment (docs/spec/pcr.md §1).
      this.#closeThrough(nowMs - CLOCK_GRACE_MS);
    }
    this.#publishState(nowMs);
  }

  #closeThrough(throughMs: number): void {
    for (const track of this.tracks.values()) track.closeThrough(throughMs);
  }

  /**
   * Returns true if the clock may close candles. It may not while missed ticks are being fetched, because a tick of a
   * closed candle would be late.
   */
  #mayCloseByClock(): boolean {
    if (this.#hasOwnTime || this.#deps.isReplica === true) return false;
    return this.#sourceState === 'live' || this.#sourceState === 'ended';
  }

  #onCandle(track: SymbolTrack, timeframe: Timeframe, candle: Candle, isBackfill: boolean): void {
    const { bus, sink, clock } = this.#deps;
    const symbol = track.asset.symbol;
    if (timeframe === '1m') sink.addCandle(symbol, candle);
    const endMs = (candle.time + TIMEFRAME_SECONDS[timeframe]) * 1_000;
    const isLate = !this.#hasOwnTime && clock.now() > endMs + LATE_CLOSE_MS;
    const message = { source: this.#source, symbol, timeframe, candle, backfilled: isBackfill || isLate };
    sink.addClosed?.(message);
    bus.publish(CANDLE_CLOSED, message);
  }

  #publishState(nowMs: number): void {
    const staleSymbols = this.#staleSymbols(nowMs);
    const state = this.#state(staleSymbols);
    const summary = `${state} ${staleSymbols.join()}`;
    if (summary === this.#published) return;
    this.#published = summary;
    this.#deps.bus.publish(FEED_CHANGED, { source: this.#source, state, staleSymbols });
  }

  #state(staleSymbols: readonly string[]): FeedState {
    switch (this.#sourceState) {
      case 'connecting':
        return 'starting';
      case 'catching_up':
        return this.#wasLive ? 'stale' : 'starting';
      case 'live':
        return staleSymbols.length === this.tracks.size ? 'stale' : 'live';
      case 'down':
      case 'ended':
        return 'down';
      default:
        return assertNever(this.#sourceState);
    }
  }

  #staleSymbols(nowMs: number): readonly string[] {
    const stale: string[] = [];
    for (const [symbol, track] of this.tracks) {
      if (this.#isOpen(track, nowMs) && this.#isStale(track, nowMs)) stale.push(symbol);
    }
    return stale;
  }

  #isOpen(track: SymbolTrack, nowMs: number): boolean {
    return this.#deps.feed.isMarketOpen(track.asset.symbol, epochMs(nowMs));
  }

  /** Returns true if the prices of the symbol are unfit for trading, for any reason. */
  #isStale(track: SymbolTrack, nowMs: number): boolean {
    if (this.#isSilent(track, nowMs)) return true;
    return !this.#hasOwnTime && (this.#isSkewed(track, nowMs) || track.frozen.frozenForMs !== null);
  }

  #isSilent(track: SymbolTrack, nowMs: number): boolean {
    return this.#sourceState !== 'live' || nowMs - this.#heardMs(track) >= track.gaps.staleAfterMs;
  }

  /** Returns the time up to which the prices of a symbol are known: of its last tick, or of the pause after it. */
  #heardMs({ lastTimeMs, lastSeenMs }: SymbolTrack): number {
    const { feed } = this.#deps;
    const isPause = lastTimeMs !== null && feed.knowsPauses === true && !this.#hasOwnTime;
    return isPause ? Math.max(lastSeenMs, feed.completeThroughMs?.() ?? -Infinity) : lastSeenMs;
  }

  #isSkewed(track: SymbolTrack, nowMs: number): boolean {
    return this.#clockWatch.isBehind(nowMs) || track.lastSeenMs - nowMs >= SKEW_MAX_MS;
  }
}

/**
 * Returns the condition of a recording.
 * @param aheadMs time by which the recording is ahead of the clock; negative if it is behind
 */
function ownTimeCondition(aheadMs: number, ageMs: number | null): MarketCondition {
  if (aheadMs >= OWN_TIME_SKEW_MAX_MS) return { state: 'ahead', ageMs };
  return aheadMs > -OWN_TIME_SKEW_MAX_MS ? { state: 'live', ageMs } : { state: 'stale', ageMs: -aheadMs };
}
