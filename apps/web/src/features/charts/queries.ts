import { queryOptions } from '@tanstack/react-query';
import { CandleView, MarketQuote } from '@vigia/contract';
import { LIMITS, type Timeframe } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const CANDLES_PATH = '/api/v1/trading/candles';
const QUOTES_PATH = '/api/v1/trading/market-data';

/** `beforeS` is exclusive, in epoch seconds. */
export type CandlePage = { readonly beforeS?: number; readonly limit?: number };

/** Candles oldest first. @throws ApiFailure */
export const fetchCandles = (
  symbol: string,
  timeframe: Timeframe,
  { beforeS, limit = LIMITS.candlesDefaultLimit }: CandlePage = {},
): Promise<CandleView[]> =>
  api.get(CANDLES_PATH, { schema: z.array(CandleView), query: { symbol, timeframe, limit, before: beforeS } });

/** Price, change and range of the last 24 hours of one symbol. */
export const quoteQuery = (symbol: string) =>
  queryOptions({
    queryKey: [QUOTES_PATH, 'day', symbol],
    queryFn: ({ signal }) => api.get(QUOTES_PATH, { schema: z.array(MarketQuote), query: { symbols: symbol }, signal }),
    select: (quotes) => quotes[0],
  });
