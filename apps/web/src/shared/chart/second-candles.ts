import { SecondCandlesView } from '@vigia/contract';
import { priceSymbolOf, type SecondTimeframe } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import type { CandlePage } from './candles.ts';

export const SECOND_CANDLES_PATH = '/api/v1/trading/second-candles';

/**
 * Fetches candles of a few seconds, oldest first. The last candle may still be forming.
 * @throws ApiFailure
 */
export const fetchSecondCandles = (
  api: ApiClient,
  symbol: string,
  timeframe: SecondTimeframe,
  { beforeS, limit, signal }: CandlePage,
): Promise<SecondCandlesView> =>
  api.get(SECOND_CANDLES_PATH, {
    schema: SecondCandlesView,
    query: { symbol: priceSymbolOf(symbol), timeframe, limit, before: beforeS },
    ...(signal && { signal }),
  });
