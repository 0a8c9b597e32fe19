import type {
  BrokerAsset,
  BrokerSession,
  FeedAsset,
  FeedTick,
  HistoryFault,
  PriceFeed,
  PriceFeedState,
  PriceListener,
} from '@vigia/broker-kit/port';
import { at, type CandleColumns, type TickColumns } from '@vigia/core/candles';
import {
  type Cancel,
  type Clock,
  durationMs,
  err,
  type MonotonicMs,
  ok,
  type Ratio,
  type Result,
} from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';

const LOOK_EVERY_MS = durationMs(1_000);
/**
 * After a change of session, a symbol without ticks for this many milliseconds counts as caught up, because it may
 * simply have had no ticks.
 */
const CATCH_UP_MS = 10_000;
const MINUTE_S = 60;
/** Length in seconds of the longest candle from which a price can be dated precisely enough. */
const DATING_CANDLE_MAX_S = 5;
/** Time in milliseconds of failed requests for a price after which the price is not requested any more. */
export const PRICE_GIVE_UP_MS = 24 * 3_600_000;

/**
 * A broker session whose prices may be shown, and its user. The session may be in another process, so `watch` may send
 * a request.
 */
export type PriceSession = {
  readonly userId: string;
  readonly session: Pick<BrokerSession, 'assets' | 'watch' | 'candles'>;
};

/** A broker's payout for an asset, and the durations it offers in seconds; an empty list means every duration. */
export type AssetOffer = { readonly ratio: Ratio | null; readonly durationsS: readonly number[] };

/** Returns the payout of a trade of this duration; null if the broker does not offer this duration. */
export const payoutOf = ({ ratio, durationsS }: AssetOffer, durationS: number): Ratio | null =>
  durationsS.length === 0 || durationsS.includes(durationS) ? ratio : null;

export type BrokerFeedOptions = {
  readonly source: PriceSource;
  readonly assets: readonly FeedAsset[];
  /** Length of the shortest candle in seconds, from the broker's traits. */
  readonly shortestCandleS: number;
  readonly clock: Clock;
  /** Returns the connected sessions of users who see these prices. */
  readonly sessions: () => readonly PriceSession[];
};

/**
 * The prices of a broker, received through any connected session, because they are the same for all customers. If that
 * session ends, another one continues where it stopped. A broker has no past ticks, only candles; its shortest candles
 * give the price at a time.
 */
export class BrokerFeed implements PriceFeed {
  readonly source: PriceSource;
  readonly #options: BrokerFeedOptions;
  readonly #lastMs = new Map<string, number>();
  #offered: ReadonlyMap<string, BrokerAsset> = new Map();
  #listener: PriceListener | null = null;
  #carrier: (PriceSession & { readonly cancels: readonly Cancel[]; readonly sinceMs: MonotonicMs }) | null = null;
  /** Open symbols that have had no price since the last change of session. */
  #pending = new Set<string>();
  #state: PriceFeedState = 'connecting';

  constructor(options: BrokerFeedOptions) {
    this.source = options.source;
    this.#options = options;
    this.#see(options.sessions()[0]?.session);
  }

  assets(): readonly FeedAsset[] {
    return this.#options.assets;
  }

  /** Returns true if the market of the symbol is open according to the broker's latest message. */
  isMarketOpen(symbol: string): boolean {
    return this.#offered.get(symbol)?.isOpen === true;
  }

  payoutRatio(symbol: string, durationS: number): Ratio | null {
    const asset = this.#offered.get(symbol);
    return asset === undefined ? null : payoutOf(offerOf(asset), durationS);
  }

  /** Returns the broker's latest offers for the assets that this feed watches. */
  offers(): Readonly<Record<string, AssetOffer>> {
    const current = this.#options.assets.map(({ symbol }) => [symbol, this.#offered.get(symbol)] as const);
    return Object.fromEntries(
      current.flatMap(([symbol, asset]) => (asset === undefined ? [] : [[symbol, offerOf(asset)]])),
    );
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    const { clock } = this.#options;
    this.#listener = listener;
    for (const [symbol, timeMs] of resumeAfterMs) this.#lastMs.set(symbol, timeMs);
    const cancels = [clock.after(durationMs(0), () => this.#look()), clock.every(LOOK_EVERY_MS, () => this.#look())];
    return () => {
      for (const cancel of cancels) cancel();
      this.#letGo();
      this.#listener = null;
    };
  }

  /**
   * Applies a tick from any user's session at this broker. Ticks from other sessions than the current one are ignored.
   */
  onTick(userId: string, tick: FeedTick): void {
    const { symbol, timeMs, backfilled } = tick;
    if (this.#carrier?.userId !== userId || timeMs <= (this.#lastMs.get(symbol) ?? -Infinity)) return;
    this.#lastMs.set(symbol, timeMs);
    this.#listener?.onTick(tick);
    if (!backfilled && this.#pending.delete(symbol)) this.#settleDown();
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const { shortestCandleS, clock } = this.#options;
    if (shortestCandleS > DATING_CANDLE_MAX_S) return ok(NO_TICKS);
    const stepMs = shortestCandleS * 1_000;
    const read = await this.#read(symbol, shortestCandleS, Math.floor(fromMs / stepMs) * stepMs, toMs);
    if (read.ok) return ok(ticksOf(read.value, stepMs, fromMs, toMs));
    const isLost = read.error === 'unreachable' && toMs < clock.now() - PRICE_GIVE_UP_MS;
    return isLost ? ok(NO_TICKS) : read;
  }

  historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    return this.#read(symbol, MINUTE_S, fromMs, toMs);
  }

  async #read(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, HistoryFault>> {
    if (!this.#options.assets.some((asset) => asset.symbol === symbol)) return err('unknown_symbol');
    const session = this.#carrier?.session ?? this.#options.sessions()[0]?.session;
    const read = await session?.candles(symbol, timeframeS, fromMs, toMs);
    return read?.ok ? read : err('unreachable');
  }

  #look(): void {
    const up = this.#options.sessions();
    const isCarried = up.some(({ session }) => session === this.#carrier?.session);
    if (!isCarried) this.#letGo();
    if (this.#carrier === null && up[0] !== undefined) this.#adopt(up[0]);
    this.#see(this.#carrier?.session);
    if (this.#carrier === null) this.#setState('down');
    else this.#settleDown();
  }

  #adopt({ userId, session }: PriceSession): void {
    this.#see(session);
    this.#setState('catching_up');
    const symbols = this.#options.assets.map(({ symbol }) => symbol);
    this.#pending = new Set(symbols.filter((symbol) => this.isMarketOpen(symbol)));
    const cancels = symbols.map((symbol) => session.watch(symbol, this.#lastMs.get(symbol)));
    this.#carrier = { userId, session, cancels, sinceMs: this.#options.clock.monotonicMs() };
  }

  #letGo(): void {
    for (const cancel of this.#carrier?.cancels ?? []) cancel();
    this.#carrier = null;
  }

  #see(session: PriceSession['session'] | undefined): void {
    if (session !== undefined) this.#offered = new Map(session.assets().map((asset) => [asset.symbol, asset]));
  }

  #settleDown(): void {
    if (this.#carrier === null || this.#state === 'live') return;
    const isLate = this.#options.clock.monotonicMs() - this.#carrier.sinceMs >= CATCH_UP_MS;
    if (this.#pending.size === 0 || isLate) this.#setState('live');
  }

  #setState(state: PriceFeedState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#listener?.onState(state);
  }
}

const offerOf = ({ payoutRatio, durationsS }: BrokerAsset): AssetOffer => ({ ratio: payoutRatio, durationsS });

const NO_TICKS: TickColumns = { length: 0, timeMs: new Float64Array(), price: new Float64Array() };

/**
 * Converts each candle that ended by `toMs` into four ticks, on the shortest path through its prices. The prices are
 * exact, but their times within the candle are estimates.
 */
function ticksOf(candles: CandleColumns, stepMs: number, fromMs: number, toMs: number): TickColumns {
  const { open, high, low, close } = candles;
  const times: number[] = [];
  const prices: number[] = [];
  for (let row = 0; row < candles.length; row += 1) {
    if (at(candles.time, row) * 1_000 + stepMs > toMs) break;
    const rises = at(close, row) >= at(open, row);
    const way = [at(open, row), at(rises ? low : high, row), at(rises ? high : low, row), at(close, row)];
    way.forEach((price, step) => {
      const timeMs = at(candles.time, row) * 1_000 + (step * stepMs) / 4;
      if (timeMs < fromMs) return;
      times.push(timeMs);
      prices.push(price);
    });
  }
  return { length: times.length, timeMs: Float64Array.from(times), price: Float64Array.from(prices) };
}
