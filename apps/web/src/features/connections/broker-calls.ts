import { BrokerAnswer, type BrokerCredentialsBody } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { orSay, ROOT } from './queries.ts';

const post = (api: ApiClient, path: string, body?: unknown): Promise<BrokerAnswer> =>
  api.post(`${ROOT}/${path}`, { schema: BrokerAnswer, ...(body !== undefined && { body }) });

/** Connects with these credentials, or with the stored ones if there are none. @throws ApiFailure */
export const connectBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerAnswer> => orSay(post(api, `connect/${id}`, credentials), `Failed to connect to ${id}`);

/** Tests these credentials by signing in and out again, or tests the open connection. @throws ApiFailure */
export const testBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerAnswer> => orSay(post(api, `test/${id}`, credentials), `Failed to test connection to ${id}`);

/** Submits the code that the broker sent by mail, SMS or app. @throws ApiFailure */
export const answerBrokerCode = (api: ApiClient, id: BrokerId, code: string): Promise<BrokerAnswer> =>
  post(api, `code/${id}`, { code });

/** Sets the balance of the demo account back. @throws ApiFailure */
export const resetPractice = (api: ApiClient, id: BrokerId): Promise<BrokerAnswer> =>
  post(api, `practice-balance/${id}`);

/** Ends the connection and keeps the credentials. @throws ApiFailure */
export const disconnectBroker = (api: ApiClient, id: BrokerId): Promise<BrokerAnswer> =>
  orSay(post(api, `disconnect/${id}`), `Failed to disconnect from ${id}`);

/** Ends the connection and wipes the credentials. @throws ApiFailure */
export const forgetBroker = (api: ApiClient, id: BrokerId): Promise<BrokerAnswer> =>
  api.delete(`${ROOT}/credentials/${id}`, { schema: BrokerAnswer });
