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

/** One price. The fields are plain numbers, because there are very many ticks. */
export type FeedTick = {
  readonly symbol: string;
  /** When the price was made, by the source's clock: UTC epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /**
   * Whether it reached us more than {@link BACKFILLED_AFTER_MS} late, as when a gap is filled. Such a tick never causes
   * a signal.
   */
  readonly backfilled: boolean;
};

/** A tick that arrives later than this after its own time counts as backfilled. */
export const BACKFILLED_AFTER_MS = 3_000;

/**
 * `connecting` until the source answers, `catching_up` while missed ticks are published, `live` afterwards, `down`
 * while the source is unreachable, `ended` when a recording is over.
 */
export type PriceFeedState = 'connecting' | 'catching_up' | 'live' | 'down' | 'ended';

/** Receiver of prices. Both calls are made from a timer or socket callback, never from within `start`. */
export interface PriceListener {
  /** Ticks of one symbol come in ascending time, each once; symbols interleave. */
  onTick(tick: FeedTick): void;
  /** Called on every change. */
  onState(state: PriceFeedState): void;
}

/** Why a part of the history is not available. After `unreachable` a later request may succeed. */
export type HistoryFault = 'unknown_symbol' | 'unreachable';

/** The time of a source whose time differs from the clock, such as a recording. UTC epoch milliseconds. */
export interface OwnTime {
  /** Start of this run of the source. Stored prices from before belong to an earlier run. */
  readonly startsAtMs: number;
  /** Current time of the source: ticks up to and including it have happened. */
  nowMs(): number;
}

/** Where prices come from: the simulated market, a recording or a broker. It knows nothing of orders. */
export interface PriceFeed {
  readonly source: PriceSource;
  /** Present for recordings only. They have their own time, and their history is complete and always available. */
  readonly ownTime?: OwnTime;
  /** Assets it quotes, in the order to list them; fixed while the feed runs. */
  assets(): readonly FeedAsset[];
  /** Whether that symbol is traded at that time; false for an unknown one. */
  isMarketOpen(symbol: string, timeMs: EpochMs): boolean;
  /** Profit of a win as a fraction of the stake, in whole basis points; null if such a contract is not offered. */
  payoutRatio(symbol: string, durationMinutes: number, timeMs: EpochMs): Ratio | null;
  /**
   * Starts to publish ticks to the only listener. The returned function stops it.
   * @param resumeAfterMs for each symbol the time of the last tick that the listener has; the missed ticks come first.
   * A symbol without an entry starts with the first tick from now on.
   */
  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel;
  /**
   * The time up to which the listener has received every tick, so that no earlier tick will follow. Null before the
   * first tick; it never decreases. Sources that cannot guarantee this omit the method.
   */
  completeThroughMs?(): number | null;
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
