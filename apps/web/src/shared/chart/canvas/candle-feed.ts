import type { CandleView, TickTuple } from '@vigia/contract';
import { LIMITS, priceSymbolOf, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import type { Services } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { fetchCandles } from '../candles.ts';
import { earlyCandlesOf } from '../early-candles.ts';

export type Series = { readonly symbol: string; readonly timeframe: Timeframe };

export type LoadState = { readonly kind: 'loading' | 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

export type CandleFeedOptions = {
  readonly series: () => Series;
  readonly bars: () => readonly KLineData[];
  readonly onLoad: (state: LoadState) => void;
};

/**
 * Loads candles into the chart: the history in pages, then live updates. After the stream has reconnected, it fetches
 * the candles that it missed.
 */
export class CandleFeed implements DataLoader {
  readonly #services: Services;
  readonly #options: CandleFeedOptions;
  #stops: (() => void)[] = [];
  /** Number of the current load. Each load gets a new number, so that late responses to an older load are ignored. */
  #generation = 0;
  /** Sends a bar to the chart. Null until the chart subscribes. */
  #onBar: ((bar: KLineData) => void) | null = null;
  /**
   * Whether time has passed between the request for the candles and the chart's subscription. Candles of that time are
   * then missing.
   */
  #isBehind = false;

  constructor(services: Services, options: CandleFeedOptions) {
    this.#services = services;
    this.#options = options;
  }

  readonly getBars = async ({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> => {
    if (type === 'backward') return callback([], false);
    const { symbol, timeframe } = this.#options.series();
    if (type === 'init') {
      this.#generation += 1;
      this.#options.onLoad({ kind: 'loading' });
    }
    const generation = this.#generation;
    try {
      const limit = type === 'init' ? LIMITS.candlesDefaultLimit : olderPageSize(this.#options.bars().length);
      const early = type === 'init' ? await earlyCandlesOf(this.#services).take(symbol, timeframe) : null;
      const before = timestamp !== null && { beforeS: timestamp / 1_000 };
      const page = early ?? (await fetchCandles(this.#services.api, symbol, timeframe, { limit, ...before }));
      if (generation !== this.#generation) return;
      this.#isBehind ||= early !== null;
      const hasMore = page.length >= limit;
      callback(page.map(toBar), { forward: hasMore, backward: false });
      if (type === 'init') this.#options.onLoad({ kind: 'ready' });
      this.#catchUpOnce();
    } catch (error) {
      if (generation !== this.#generation) return;
      // The chart works without older pages. If a page fails to load, the chart starts at the oldest loaded candle.
      if (type === 'init') this.#options.onLoad({ kind: 'failed', error });
      else callback([], false);
    }
  };

  readonly subscribeBar = ({ callback }: { readonly callback: (bar: KLineData) => void }): void => {
    this.stop();
    const { stream } = this.#services;
    const { symbol: asset, timeframe } = this.#options.series();
    const symbol = priceSymbolOf(asset);
    const isOurs = (event: { symbol: string; timeframe: Timeframe }) =>
      event.symbol === symbol && event.timeframe === timeframe;
    const catchUp = () => void this.#catchUp(callback);
    this.#onBar = callback;
    const poll = setInterval(() => {
      if (stream.status.state !== 'live') catchUp();
    }, useUi.getState().refreshIntervalS * 1_000);
    this.#stops = [
      stream.watch({ symbols: [symbol], candles: [{ symbol, timeframe }] }),
      stream.on('candle', (event) => {
        if (isOurs(event)) callback(toBar(event.candle));
      }),
      stream.on('ticks', ({ ticks }) => {
        const last = this.#options.bars().at(-1);
        const tick = ticks.find((each) => each[0] === symbol);
        const moved = last && tick && withTick(last, tick, TIMEFRAME_SECONDS[timeframe] * 1_000);
        if (moved) callback(moved);
      }),
      stream.onStatus(() => {
        if (stream.status.state === 'live') catchUp();
      }),
      () => clearInterval(poll),
    ];
    this.#catchUpOnce();
  };

  readonly unsubscribeBar = (): void => this.stop();

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#onBar = null;
  }

  #catchUpOnce(): void {
    if (!this.#isBehind || this.#onBar === null || this.#options.bars().length === 0) return;
    this.#isBehind = false;
    void this.#catchUp(this.#onBar);
  }

  /** Fetches the candles since the last loaded candle. */
  async #catchUp(callback: (bar: KLineData) => void): Promise<void> {
    const { symbol, timeframe } = this.#options.series();
    const last = this.#options.bars().at(-1);
    if (!last) return;
    const generation = this.#generation;
    const missing = Math.ceil(
      (this.#services.stream.serverNow() - last.timestamp) / (TIMEFRAME_SECONDS[timeframe] * 1_000),
    );
    const limit = Math.min(LIMITS.candlesMaxLimit, Math.max(2, missing + 1));
    const page = await fetchCandles(this.#services.api, symbol, timeframe, { limit }).catch(() => []);
    if (generation !== this.#generation) return;
    for (const candle of page.map(toBar)) if (candle.timestamp >= last.timestamp) callback(candle);
  }
}

/**
 * Returns the size of the next older page. Each page doubles the number of loaded candles, so that scrolling far back
 * needs few requests.
 */
export const olderPageSize = (loaded: number): number =>
  Math.min(LIMITS.candlesMaxLimit, Math.max(LIMITS.candlesDefaultLimit, loaded));

export const toBar = ({ time, open, high, low, close }: CandleView): KLineData => ({
  timestamp: time * 1_000,
  open,
  high,
  low,
  close,
});

/** Returns the forming bar updated by a tick. Returns null if the tick lies outside the bar or changes nothing. */
export function withTick(bar: KLineData, [, timeMs, price]: TickTuple, periodMs: number): KLineData | null {
  const isInside = timeMs >= bar.timestamp && timeMs < bar.timestamp + periodMs;
  if (!isInside || price === bar.close) return null;
  return { ...bar, high: Math.max(bar.high, price), low: Math.min(bar.low, price), close: price };
}
