import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type BrokerAccountType,
  BrokerAnswer,
  type BrokerCredentialsBody,
  type BrokerStatusView,
  BrokersAnswer,
} from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { api } from '#shared/lib/api.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { takeStatus } from './model/take-status.ts';

const ROOT = '/api/v1/multi-broker';

/** Every broker of this installation with how the person stands with it. */
export const connectionsQuery = queryOptions({
  queryKey: [ROOT],
  queryFn: ({ signal }) => api.get(`${ROOT}/brokers`, { schema: BrokersAnswer, signal }),
});

/** How a connection stands now, told by an answer or by the stream, put where the screens read it. */
export function takeBrokerStatus(queries: QueryClient, status: BrokerStatusView): void {
  const before = queries.getQueryData(connectionsQuery.queryKey)?.brokers.find(({ id }) => id === status.broker);
  queries.setQueryData(connectionsQuery.queryKey, (known) => known && takeStatus(known, status));
  if (before?.status.connection_status === status.connection_status) return;
  // What can be ordered, and at what payout, came or went with it.
  for (const queryKey of [assetsQuery.queryKey, [PAYOUT_PATH]]) void queries.invalidateQueries({ queryKey });
}

const post = (path: string, body?: unknown): Promise<BrokerAnswer> =>
  api.post(`${ROOT}/${path}`, { schema: BrokerAnswer, ...(body !== undefined && { body }) });

/** With these credentials, or with what is stored where there are none. @throws ApiFailure */
export const connectBroker = (id: BrokerId, credentials: BrokerCredentialsBody = {}): Promise<BrokerAnswer> =>
  post(`connect/${id}`, credentials);

/** Signs in and out again with these credentials, or asks the open connection. @throws ApiFailure */
export const testBroker = (id: BrokerId, credentials: BrokerCredentialsBody = {}): Promise<BrokerAnswer> =>
  post(`test/${id}`, credentials);

/** What the broker sent by mail, SMS or app. @throws ApiFailure */
export const answerBrokerCode = (id: BrokerId, code: string): Promise<BrokerAnswer> => post(`code/${id}`, { code });

/** Ends the connection and keeps the credentials. @throws ApiFailure */
export const disconnectBroker = (id: BrokerId): Promise<BrokerAnswer> => post(`disconnect/${id}`);

/** Has new orders go to this one. @throws ApiFailure */
export const activateBroker = (id: BrokerId): Promise<BrokerAnswer> => post(`active/${id}`);

/** Chooses the account; real money needs its phrase. @throws ApiFailure */
export const chooseAccount = (
  id: BrokerId,
  account: { readonly account_type: BrokerAccountType; readonly confirm?: string },
): Promise<BrokerAnswer> => post(`account/${id}`, account);

/** Ends the connection and wipes the credentials. @throws ApiFailure */
export const forgetBroker = (id: BrokerId): Promise<BrokerAnswer> =>
  api.delete(`${ROOT}/credentials/${id}`, { schema: BrokerAnswer });
