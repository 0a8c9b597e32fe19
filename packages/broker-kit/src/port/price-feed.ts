import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import type { Cancel, EpochMs, MinorUnits, Ratio, Result } from '@vigia/core/kernel';
import type { AssetType, PriceSource } from '@vigia/core/vocabulary';

/** One asset as its source offers it. */
export type FeedAsset = {
  readonly symbol: string;
  /** As the screen shows it. */
  readonly name: string;
  readonly type: AssetType;
  /** Smallest step between two prices, 10^−decimals. */
  readonly tickSize: number;
  readonly decimals: number;
  readonly minTradeAmountMinor: MinorUnits;
  readonly maxTradeAmountMinor: MinorUnits;
};

/** One price; plain numbers, as there are many. */
export type FeedTick = {
  readonly symbol: string;
  /** When the price was made, by the source's clock: UTC epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /** It reached us more than {@link BACKFILLED_AFTER_MS} late (a gap being filled): no signal may be issued for it. */
  readonly backfilled: boolean;
};

/** A tick that is handed over this long after it was made is history, not news. */
export const BACKFILLED_AFTER_MS = 3_000;

/**
 * `connecting` until the source answers, `catching_up` while missed ticks are made up for, `live` once there are none,
 * `down` while the source is out of reach, `ended` when a recording is over.
 */
export type PriceFeedState = 'connecting' | 'catching_up' | 'live' | 'down' | 'ended';

/** Receiver of prices. Both calls are made from a timer or socket callback, never from within `start`. */
export interface PriceListener {
  /** Ticks of one symbol come in ascending time, each once; symbols interleave. */
  onTick(tick: FeedTick): void;
  /** Called on every change. */
  onState(state: PriceFeedState): void;
}

/** Why a stretch of history cannot be had. `unreachable` may be asked again later. */
export type HistoryFault = 'unknown_symbol' | 'unreachable';

/** The time of a source that does not follow the clock, UTC epoch milliseconds. */
export interface OwnTime {
  /** Nothing of this source is older: what is stored from before belongs to an earlier run. */
  readonly startsAtMs: number;
  /** Ticks up to and including this time have happened. */
  nowMs(): number;
}

/** Where prices come from: the simulated market, a recording or a broker. It knows nothing of orders. */
export interface PriceFeed {
  readonly source: PriceSource;
  /** Of a recording only: it has a time of its own, and its history is whole and never out of reach. */
  readonly ownTime?: OwnTime;
  /** Assets it quotes, in the order to list them; fixed while the feed runs. */
  assets(): readonly FeedAsset[];
  /** Whether that symbol is traded at that time; false for an unknown one. */
  isMarketOpen(symbol: string, timeMs: EpochMs): boolean;
  /** Profit of a win as a fraction of the stake, in whole basis points; null where such a contract is not offered. */
  payoutRatio(symbol: string, durationMinutes: number, timeMs: EpochMs): Ratio | null;
  /**
   * Starts the one listener's flow of ticks; what is returned stops it.
   * @param resumeAfterMs per symbol the time of the last tick it has: the ticks missed since come first. A symbol that
   * is not named starts with the first tick from now on.
   */
  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel;
  /**
   * Left out by a source that cannot promise it: every tick since the start (of a symbol: since what it resumed after)
   * with time ≤ this has been handed to the listener, and none will follow. Null before the first; it never falls.
   */
  completeThroughMs?(): number | null;
  /** The ticks with fromMs ≤ time < toMs that have happened, ascending. Ask for days, not for months, at a time. */
  historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>>;
  /** The closed 1-minute candles that begin in fromMs ≤ time < toMs, ascending; a minute without ticks has none. */
  historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>>;
}
