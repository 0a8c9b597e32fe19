import { PriceFile, PriceFileCandlesView, PriceFileRemoved } from '@vigia/contract';
import type { DateOrder, Timeframe } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { PageEdge } from '#shared/chart/canvas/stored-feed.ts';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/price-files';

/** Query of the user's price files, newest first. */
export const filesQuery = apiQuery(PATH, z.array(PriceFile));

export type Upload = { readonly file: File; readonly symbol: string; readonly dates: DateOrder | null };

/**
 * Uploads a price file. The user must confirm its time zone afterwards.
 * @throws ApiFailure that names the invalid line
 */
export function uploadFile(api: ApiClient, { file, symbol, dates }: Upload): Promise<PriceFile> {
  const query = new URLSearchParams({ symbol, name: file.name.slice(0, 120), ...(dates && { dates }) });
  const contentType = file.name.toLowerCase().endsWith('.gz') ? 'application/gzip' : 'text/csv';
  return api.upload(`${PATH}?${query}`, { schema: PriceFile, file, contentType });
}

/**
 * Saves an uploaded price file with the time zone of its times.
 * @throws ApiFailure
 */
export const confirmFile = (api: ApiClient, id: string, timeZone: string): Promise<PriceFile> =>
  api.post(`${PATH}/${id}/confirm`, { schema: PriceFile, body: { time_zone: timeZone } });

/**
 * Deletes a price file.
 * @throws ApiFailure
 */
export const removeFile = (api: ApiClient, id: string) => api.delete(`${PATH}/${id}`, { schema: PriceFileRemoved });

type WantedCandles = { readonly timeframe: Timeframe; readonly edge: PageEdge; readonly limit: number };

/**
 * Fetches a page of candles of a stored price file, oldest first.
 * @throws ApiFailure
 */
export const fetchFileCandles = (
  api: ApiClient,
  id: string,
  { timeframe, edge, limit }: WantedCandles,
): Promise<PriceFileCandlesView> =>
  api.get(`${PATH}/${id}/candles`, {
    schema: PriceFileCandlesView,
    query: {
      timeframe,
      limit,
      before: edge && 'beforeS' in edge ? edge.beforeS : undefined,
      from: edge && 'fromS' in edge ? edge.fromS : undefined,
    },
  });

/** Number of candles from which the app derives the decimals of the prices. */
const FACTS_FROM = 100;

/**
 * Query of the data that the chart of a price file needs: its first and last candle, its decimals, and whether its
 * market trades on Saturdays.
 */
export const fileFactsQuery = (id: string, timeframe: Timeframe) =>
  apiQuery(`${PATH}/${id}/candles`, PriceFileCandlesView, { query: { timeframe, limit: FACTS_FROM } });
