import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import type { Cancel, EpochMs, MinorUnits, Ratio, Result } from '@vigia/core/kernel';
import type { AssetType, PriceSource } from '@vigia/core/vocabulary';

/** One asset as its source offers it. */
export type FeedAsset = {
  readonly symbol: string;
  /** Name shown on the screen. */
  readonly name: string;
  readonly type: AssetType;
  /** Smallest step between two prices, 10^−decimals. */
  readonly tickSize: number;
  readonly decimals: number;
  readonly minTradeAmountMinor: MinorUnits;
  readonly maxTradeAmountMinor: MinorUnits;
};

/** One price of an asset. The fields are plain numbers, because there are very many ticks. */
export type FeedTick = {
  readonly symbol: string;
  /** Time of the price by the clock of its source, UTC epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /**
   * Whether the tick arrived more than {@link BACKFILLED_AFTER_MS} after its own time, such as a tick that fills a gap.
   * Such a tick never causes a signal.
   */
  readonly backfilled: boolean;
};

/** Delay from a tick's own time to its arrival above which the tick counts as backfilled. */
export const BACKFILLED_AFTER_MS = 3_000;

/**
 * State of a source: `connecting` until it answers, `catching_up` while missed ticks are published, and `live`
 * afterwards. It is `down` while it is unreachable, and `ended` when a recording is over.
 */
export type PriceFeedState = 'connecting' | 'catching_up' | 'live' | 'down' | 'ended';

/** Receiver of prices. Both calls are made from a timer or socket callback, never from within `start`. */
export interface PriceListener {
  /** Receives the ticks. The ticks of one symbol come in ascending time, each once; symbols interleave. */
  onTick(tick: FeedTick): void;
  /** Receives the state on every change. */
  onState(state: PriceFeedState): void;
  /**
   * Receives the time up to which every tick has been delivered, so that no earlier tick will follow. It never
   * decreases, and equals `completeThroughMs` of the feed. Sources that cannot guarantee this never call it.
   */
  onComplete?(throughMs: number): void;
}

/** The reason why a part of the history is not available. After `unreachable` a later request may succeed. */
export type HistoryFault = 'unknown_symbol' | 'unreachable';

/** The time of a source that does not follow the clock, such as a recording. UTC epoch milliseconds. */
export interface SourceTime {
  /** Start of this run of the source. Prices stored before it belong to an earlier run. */
  readonly startsAtMs: number;
  /** Returns the current time of the source: ticks up to and including this time have happened. */
  nowMs(): number;
}

/** Source of prices: the simulated market, a recording or a broker. It has no orders. */
export interface PriceFeed {
  readonly source: PriceSource;
  /** Time of a recording; absent for other sources. A recording's history is complete and always available. */
  readonly ownTime?: SourceTime;
  /**
   * Returns the assets that the source quotes, in the order in which lists show them; they do not change while the feed
   * runs.
   */
  assets(): readonly FeedAsset[];
  /** Returns whether a symbol is traded at a time; false for an unknown symbol. */
  isMarketOpen(symbol: string, timeMs: EpochMs): boolean;
  /**
   * Returns the profit of a win as a fraction of the stake, in whole basis points; null if the source offers no such
   * option contract.
   * @param durationS duration of the option contract in seconds
   */
  payoutRatio(symbol: string, durationS: number, timeMs: EpochMs): Ratio | null;
  /**
   * Starts to publish ticks to the only listener, and returns a function that stops it.
   * @param resumeAfterMs for each symbol the time of the last tick that the listener has. The missed ticks come first.
   * A symbol without an entry starts with the next tick.
   */
  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel;
  /**
   * Returns the time up to which the listener has received every tick, so that no earlier tick will follow; null before
   * the first tick. It never decreases. Sources that cannot guarantee this omit the method.
   */
  completeThroughMs?(): number | null;
  /**
   * True if a symbol without ticks up to `completeThroughMs` pauses, and is not stale, because the source itself
   * guarantees that there were none. Absent otherwise.
   */
  readonly knowsPauses?: boolean;
  /**
   * Returns the past ticks with fromMs ≤ time < toMs, ascending. Callers should request days, not months, at a time.
   */
  historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>>;
  /**
   * Returns the closed 1-minute candles that begin in fromMs ≤ time < toMs, ascending. A minute without ticks has no
   * candle.
   */
  historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>>;
}
