import type { CandleView } from '@vigia/contract';
import { bucketOf } from '@vigia/core/candles';
import { CHART_TIMEFRAME_SECONDS, LIMITS } from '@vigia/core/vocabulary';
import type { DataLoader, DataLoaderGetBarsParams } from 'klinecharts';
import { type CandleFeedOptions, olderPageSize, toChartBar } from './candle-feed.ts';

export type StoredPage = {
  readonly candles: readonly CandleView[];
  readonly has_older: boolean;
  readonly has_newer: boolean;
};

/**
 * Where a page of candles lies relative to a time, in epoch seconds. `beforeS` is exclusive. Null means the newest
 * candles.
 */
export type PageEdge = { readonly beforeS: number } | { readonly fromS: number } | null;

/** Candles that no longer change, such as the candles of a price file. */
export type StoredCandles = {
  readonly load: (edge: PageEdge, limit: number) => Promise<StoredPage>;
  /** The time that the chart shows first, in epoch seconds. Null means the newest candles. */
  readonly startS: number | null;
  /** Called after every page with the open times of all loaded candles, in epoch seconds. */
  readonly onLoaded: (times: readonly number[]) => void;
  /** Called when the user asks for the newest candles while these are not loaded. */
  readonly onLatest: () => void;
};

const AROUND_START = LIMITS.candlesDefaultLimit / 2;

/** Loads stored candles into the chart: a first page, and then older and newer pages as the user scrolls. */
export class StoredFeed implements DataLoader {
  readonly #stored: StoredCandles;
  readonly #options: Omit<CandleFeedOptions, 'onRevised'>;
  /** Number of the current load. Late responses to an older load are ignored. */
  #generation = 0;
  #times: readonly number[] = [];
  #hasNewer = false;

  constructor(stored: StoredCandles, options: Omit<CandleFeedOptions, 'onRevised'>) {
    this.#stored = stored;
    this.#options = options;
  }

  /** Whether there are stored candles after the loaded ones. */
  get hasNewer(): boolean {
    return this.#hasNewer;
  }

  readonly getBars = async ({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> => {
    if (type === 'init') {
      this.#generation += 1;
      this.#options.onLoad({ kind: 'loading' });
    }
    const generation = this.#generation;
    try {
      const page = await this.#pageFor(type, timestamp);
      if (generation !== this.#generation) return;
      this.#note(type, page);
      // The library calls the direction to older candles forward, and the direction to newer candles backward.
      callback(page.candles.map(toChartBar), { forward: page.has_older, backward: page.has_newer });
      this.#stored.onLoaded(this.#times);
      if (type === 'init') this.#options.onLoad({ kind: 'ready' });
    } catch (error) {
      // The stored candles may have been deleted. The chart then shows an error instead of an early end.
      if (generation === this.#generation) this.#options.onLoad({ kind: 'failed', error });
    }
  };

  stop(): void {
    this.#generation += 1;
  }

  #pageFor(type: DataLoaderGetBarsParams['type'], timestamp: number | null): Promise<StoredPage> {
    const { timeframe } = this.#options.series();
    const limit = olderPageSize(this.#options.bars().length);
    const timeS = (timestamp ?? 0) / 1_000;
    if (type === 'forward') return this.#stored.load({ beforeS: timeS }, limit);
    if (type === 'backward') return this.#stored.load({ fromS: timeS + CHART_TIMEFRAME_SECONDS[timeframe] }, limit);
    return this.#firstPage();
  }

  /** Loads the newest candles, or the candles on both sides of the start if there is one. */
  async #firstPage(): Promise<StoredPage> {
    const { load, startS } = this.#stored;
    if (startS === null) return load(null, LIMITS.candlesDefaultLimit);
    const start = bucketOf(startS, CHART_TIMEFRAME_SECONDS[this.#options.series().timeframe]);
    const [older, newer] = await Promise.all([
      load({ beforeS: start }, AROUND_START),
      load({ fromS: start }, AROUND_START),
    ]);
    return { candles: [...older.candles, ...newer.candles], has_older: older.has_older, has_newer: newer.has_newer };
  }

  #note(type: DataLoaderGetBarsParams['type'], { candles, has_newer: hasNewer }: StoredPage): void {
    const times = candles.map(({ time }) => time);
    if (type !== 'forward') this.#hasNewer = hasNewer;
    if (type === 'forward') this.#times = [...times, ...this.#times];
    else this.#times = type === 'backward' ? [...this.#times, ...times] : times;
  }
}
