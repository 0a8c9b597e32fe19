import { CandleView } from '@vigia/contract';
import { LIMITS, priceSymbolOf, type Timeframe } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';

export const CANDLES_PATH = '/api/v1/trading/candles';

/** The part of a candle history to request. `beforeS` is the exclusive end in epoch seconds. */
export type CandlePage = { readonly beforeS?: number; readonly limit?: number; readonly signal?: AbortSignal };

/**
 * Fetches candles, oldest first. The last candle may still be forming.
 * @throws ApiFailure
 */
export const fetchCandles = (
  api: ApiClient,
  symbol: string,
  timeframe: Timeframe,
  { beforeS, limit = LIMITS.candlesDefaultLimit, signal }: CandlePage = {},
): Promise<CandleView[]> =>
  api.get(CANDLES_PATH, {
    schema: z.array(CandleView),
    query: { symbol: priceSymbolOf(symbol), timeframe, limit, before: beforeS },
    ...(signal && { signal }),
  });
