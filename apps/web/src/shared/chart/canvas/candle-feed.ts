import type { CandleView, TickTuple } from '@vigia/contract';
import {
  CHART_TIMEFRAME_SECONDS,
  type ChartTimeframe,
  isSecondTimeframe,
  LIMITS,
  priceSymbolOf,
} from '@vigia/core/vocabulary';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import type { Services } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { type CandlePage, fetchCandles } from '../candles.ts';
import { earlyCandlesOf } from '../early-candles.ts';
import { fetchSecondCandles } from '../second-candles.ts';

export type Series = { readonly symbol: string; readonly timeframe: ChartTimeframe };

export type CandleLoadState =
  | { readonly kind: 'loading' | 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown };

export type CandleFeedOptions = {
  readonly series: () => Series;
  readonly bars: () => readonly KLineData[];
  readonly onLoad: (state: CandleLoadState) => void;
  /** Called when a candle before the last one has changed. The chart can only show that by loading again. */
  readonly onRevised: () => void;
};

type Page = { readonly candles: readonly CandleView[]; readonly hasOlder: boolean };

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
  /** Changed bars for which the chart has loaded again. */
  readonly #revisions = new Set<string>();

  constructor(services: Services, options: CandleFeedOptions) {
    this.#services = services;
    this.#options = options;
  }

  readonly getBars = async ({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> => {
    if (type === 'backward') return callback([], false);
    if (type === 'init') {
      this.#generation += 1;
      this.#options.onLoad({ kind: 'loading' });
    }
    const generation = this.#generation;
    try {
      const page = type === 'init' ? await this.#firstPage(generation) : await this.#olderPage(timestamp);
      if (generation !== this.#generation) return;
      callback(page.candles.map(toChartBar), { forward: page.hasOlder, backward: false });
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
    const isOurs = (event: { symbol: string; timeframe: ChartTimeframe }) =>
      event.symbol === symbol && event.timeframe === timeframe;
    const catchUp = () => void this.#catchUp(callback);
    this.#onBar = callback;
    const poll = setInterval(() => {
      if (stream.status.state !== 'live') catchUp();
    }, useUi.getState().refreshIntervalS * 1_000);
    this.#stops = [
      stream.watch({ symbols: [symbol], candles: [{ symbol, timeframe }] }),
      stream.on('candle', (event) => {
        if (!isOurs(event)) return;
        if (isSecondTimeframe(timeframe)) this.#noteRevision(toChartBar(event.candle));
        callback(toChartBar(event.candle));
      }),
      stream.on('ticks', ({ ticks }) => {
        const last = this.#options.bars().at(-1);
        const tick = ticks.find((each) => each[0] === symbol);
        const moved = last && tick && withTick(last, tick, CHART_TIMEFRAME_SECONDS[timeframe] * 1_000);
        if (moved) callback(moved);
      }),
      stream.onStatus(() => {
        if (stream.status.state === 'live') catchUp();
      }),
      () => clearInterval(poll),
    ];
    this.#catchUpOnce();
  };

  /**
   * Loads the chart again if a bar before the last one has changed, because the chart ignores older bars. A bar causes
   * that only once, so that a response without it cannot cause another load.
   */
  #noteRevision(bar: KLineData): void {
    const key = [bar.timestamp, ...PRICES.map((price) => bar[price])].join();
    if (!isRevision(this.#options.bars(), bar) || this.#revisions.has(key)) return;
    this.#revisions.add(key);
    this.#options.onRevised();
  }

  readonly unsubscribeBar = (): void => this.stop();

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#onBar = null;
  }

  async #firstPage(generation: number): Promise<Page> {
    const { symbol, timeframe } = this.#options.series();
    const limit = LIMITS.candlesDefaultLimit;
    const early = await earlyCandlesOf(this.#services).take(symbol, timeframe);
    if (early === null) return this.#fetch({ limit });
    this.#isBehind ||= generation === this.#generation;
    return { candles: early, hasOlder: early.length >= limit };
  }

  #olderPage(timestamp: number | null): Promise<Page> {
    const limit = olderPageSize(this.#options.bars().length);
    return this.#fetch({ limit, ...(timestamp !== null && { beforeS: timestamp / 1_000 }) });
  }

  /** Fetches a page of the series. Second candles have a route of their own, with a smaller limit. */
  async #fetch({ limit, ...page }: CandlePage & { readonly limit: number }): Promise<Page> {
    const { api } = this.#services;
    const { symbol, timeframe } = this.#options.series();
    if (isSecondTimeframe(timeframe)) {
      const allowed = Math.min(limit, LIMITS.secondCandlesMaxLimit);
      const { candles, has_older: hasOlder } = await fetchSecondCandles(api, symbol, timeframe, {
        ...page,
        limit: allowed,
      });
      return { candles, hasOlder };
    }
    const candles = await fetchCandles(api, symbol, timeframe, { ...page, limit });
    return { candles, hasOlder: candles.length >= limit };
  }

  #catchUpOnce(): void {
    if (!this.#isBehind || this.#onBar === null || this.#options.bars().length === 0) return;
    this.#isBehind = false;
    void this.#catchUp(this.#onBar);
  }

  /** Fetches the candles since the last loaded one. If more are missing than fit on a page, the chart loads again. */
  async #catchUp(callback: (bar: KLineData) => void): Promise<void> {
    const { timeframe } = this.#options.series();
    const last = this.#options.bars().at(-1);
    if (!last) return;
    const generation = this.#generation;
    const missing = Math.ceil(
      (this.#services.stream.serverNow() - last.timestamp) / (CHART_TIMEFRAME_SECONDS[timeframe] * 1_000),
    );
    const limit = Math.min(LIMITS.candlesMaxLimit, Math.max(2, missing + 1));
    const { candles } = await this.#fetch({ limit }).catch(() => NO_PAGE);
    if (generation !== this.#generation) return;
    const bars = candles.map(toChartBar);
    if (isSecondTimeframe(timeframe) && (bars[0]?.timestamp ?? 0) > last.timestamp) return this.#options.onRevised();
    for (const bar of bars) if (bar.timestamp >= last.timestamp) callback(bar);
  }
}

const NO_PAGE: Page = { candles: [], hasOlder: false };

/**
 * Returns the size of the next older page. Each page doubles the number of loaded candles, so that scrolling far back
 * needs few requests.
 */
export const olderPageSize = (loaded: number): number =>
  Math.min(LIMITS.candlesMaxLimit, Math.max(LIMITS.candlesDefaultLimit, loaded));

export const toChartBar = ({ time, open, high, low, close }: CandleView): KLineData => ({
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

/** Returns true if a bar before the last one differs from the bar of its time, or is missing. */
function isRevision(bars: readonly KLineData[], bar: KLineData): boolean {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bar.timestamp < first.timestamp || bar.timestamp >= last.timestamp) return false;
  const known = bars.findLast(({ timestamp }) => timestamp <= bar.timestamp);
  return PRICES.some((price) => known?.[price] !== bar[price]) || known?.timestamp !== bar.timestamp;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;
