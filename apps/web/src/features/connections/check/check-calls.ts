import { queryOptions } from '@tanstack/react-query';
import { BrokerCheckResponse } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiOf } from '#shared/lib/services.ts';
import { BROKERS_PATH } from '../queries.ts';

const READ_EVERY_MS = 1_000;
const pathOf = (id: BrokerId): string => `${BROKERS_PATH}/check/${id}`;

/** Returns whether a broker check is still in progress. The query then polls. */
export const isInProgress = ({ state }: BrokerCheckResponse): boolean => state === 'running' || state === 'asking';

/** Returns the query of the user's check of a broker. It polls until the check has ended. */
export const checkQuery = (id: BrokerId) =>
  queryOptions({
    queryKey: [pathOf(id)],
    queryFn: ({ client, signal }) => apiOf(client).get(pathOf(id), { schema: BrokerCheckResponse, signal }),
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? READ_EVERY_MS : false),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Starts a broker check.
 * @throws ApiFailure
 */
export const startCheck = (api: ApiClient, id: BrokerId): Promise<BrokerCheckResponse> =>
  api.post(pathOf(id), { schema: BrokerCheckResponse });

/**
 * Submits the user's answer whether the check may place its demo order.
 * @throws ApiFailure
 */
export const answerCheck = (api: ApiClient, id: BrokerId, send: boolean): Promise<BrokerCheckResponse> =>
  api.post(`${pathOf(id)}/order`, { schema: BrokerCheckResponse, body: { send } });

/**
 * Cancels a broker check in progress.
 * @throws ApiFailure
 */
export const cancelCheck = (api: ApiClient, id: BrokerId): Promise<BrokerCheckResponse> =>
  api.delete(pathOf(id), { schema: BrokerCheckResponse });
