import type { CandleView } from '@vigia/contract';
import type { ChartTimeframe, Timeframe } from '@vigia/core/vocabulary';
import { featureService, type Services } from '#shared/lib/services.ts';
import { fetchCandles } from './candles.ts';

type Request = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** The requested page of candles. Null if the request failed. */
  readonly page: Promise<CandleView[] | null>;
};

/** Fetches the first candles of a chart while the code of the chart loads. */
class EarlyCandles {
  readonly #services: Services;
  #request: Request | null = null;

  constructor(services: Services) {
    this.#services = services;
    services.priceFeed.onSourceChange(() => {
      this.#request = null;
    });
  }

  request(symbol: string, timeframe: Timeframe): void {
    const page = fetchCandles(this.#services.api, symbol, timeframe).catch(() => null);
    this.#request = { symbol, timeframe, page };
  }

  /** Returns the requested page of candles once, if symbol and timeframe match. Returns null otherwise. */
  async take(symbol: string, timeframe: ChartTimeframe): Promise<CandleView[] | null> {
    const request = this.#request;
    this.#request = null;
    return request?.symbol === symbol && request.timeframe === timeframe ? request.page : null;
  }
}

export const earlyCandlesOf = featureService((services) => new EarlyCandles(services));
