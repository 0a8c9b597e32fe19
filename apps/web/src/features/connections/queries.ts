import type { QueryClient } from '@tanstack/react-query';
import { BrokerAnswer, type BrokerCredentialsBody, type BrokerStatusView, BrokersAnswer } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { refreshChoice } from '#shared/lib/chosen-account.ts';
import { takeStatus } from './model/take-status.ts';

const ROOT = '/api/v1/multi-broker';

/** Every broker of this installation, with the state of the user's connection. */
export const connectionsQuery = apiQuery(`${ROOT}/brokers`, BrokersAnswer, { key: [ROOT] });

/** Writes a connection state from an answer or the stream into the query cache. */
export function takeBrokerStatus(queries: QueryClient, status: BrokerStatusView): void {
  const { brokers } = queries.getQueryData(connectionsQuery.queryKey) ?? {};
  const before = brokers?.find(({ id }) => id === status.broker)?.status;
  queries.setQueryData(connectionsQuery.queryKey, (known) => known && takeStatus(known, status));
  // The account may have been chosen in another tab, or by a connection that began or ended.
  const isOther =
    before?.is_active !== status.is_active || before?.current_account_type !== status.current_account_type;
  if (isOther) void refreshChoice(queries);
  if (before?.connection_status === status.connection_status) return;
  // Assets and payouts appear or disappear with the connection.
  for (const queryKey of [assetsQuery.queryKey, [PAYOUT_PATH]]) void queries.invalidateQueries({ queryKey });
}

const post = (api: ApiClient, path: string, body?: unknown): Promise<BrokerAnswer> =>
  api.post(`${ROOT}/${path}`, { schema: BrokerAnswer, ...(body !== undefined && { body }) });

/** Connects with these credentials, or with the stored ones if there are none. @throws ApiFailure */
export const connectBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerAnswer> => post(api, `connect/${id}`, credentials);

/** Tests these credentials by signing in and out again, or tests the open connection. @throws ApiFailure */
export const testBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerAnswer> => post(api, `test/${id}`, credentials);

/** Submits the code that the broker sent by mail, SMS or app. @throws ApiFailure */
export const answerBrokerCode = (api: ApiClient, id: BrokerId, code: string): Promise<BrokerAnswer> =>
  post(api, `code/${id}`, { code });

/** Ends the connection and keeps the credentials. @throws ApiFailure */
export const disconnectBroker = (api: ApiClient, id: BrokerId): Promise<BrokerAnswer> => post(api, `disconnect/${id}`);

/** Ends the connection and wipes the credentials. @throws ApiFailure */
export const forgetBroker = (api: ApiClient, id: BrokerId): Promise<BrokerAnswer> =>
  api.delete(`${ROOT}/credentials/${id}`, { schema: BrokerAnswer });
