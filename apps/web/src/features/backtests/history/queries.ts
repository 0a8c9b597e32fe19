import { BrokersResponse, HistoryFetch } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/history-fetches';

/** Query of the user's downloads of price history. */
export const fetchesQuery = apiQuery(PATH, z.array(HistoryFetch));

const RUNNING_EVERY_MS = 1_000;

/**
 * Returns the poll interval in milliseconds: one second while a download is running or being saved. Otherwise the query
 * does not poll.
 */
export const historyPollMs = (fetches: readonly HistoryFetch[] | undefined): number | false =>
  fetches?.some(({ status, gaps }) => status === 'running' || gaps === null) ? RUNNING_EVERY_MS : false;

/** Query of the brokers, each with the state of the user's connection. */
export const historyBrokersQuery = apiQuery('/api/v1/multi-broker/brokers', BrokersResponse, {
  key: ['history-brokers'],
});

export type WantedHistory = { readonly broker: string; readonly symbol: string };

/**
 * Starts or continues a download of price history.
 * @throws ApiFailure
 */
export const startFetch = (api: ApiClient, body: WantedHistory): Promise<HistoryFetch> =>
  api.post(PATH, { schema: HistoryFetch, body });

/**
 * Stops a download and keeps the downloaded candles.
 * @throws ApiFailure
 */
export const cancelFetch = (api: ApiClient, id: string): Promise<HistoryFetch> =>
  api.post(`${PATH}/${id}/cancel`, { schema: HistoryFetch });
