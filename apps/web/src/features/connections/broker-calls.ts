import {
  type BrokerConsentBody,
  BrokerConsentStart,
  type BrokerCredentialsBody,
  BrokerResponse,
} from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { BROKERS_PATH, withConnectionErrorText } from './queries.ts';

const post = (api: ApiClient, path: string, body?: unknown): Promise<BrokerResponse> =>
  api.post(`${BROKERS_PATH}/${path}`, { schema: BrokerResponse, ...(body !== undefined && { body }) });

/**
 * Connects the broker with these credentials. Without credentials, connects it with the stored ones.
 * @throws ApiFailure
 */
export const connectBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerResponse> =>
  withConnectionErrorText(post(api, `connect/${id}`, credentials), `Failed to connect to ${id}`);

/**
 * Tests these credentials by a sign-in and sign-out at the broker. Without credentials, tests the open connection.
 * @throws ApiFailure
 */
export const testBroker = (
  api: ApiClient,
  id: BrokerId,
  credentials: BrokerCredentialsBody = {},
): Promise<BrokerResponse> =>
  withConnectionErrorText(post(api, `test/${id}`, credentials), `Failed to test connection to ${id}`);

/**
 * Reopens the account for orders although the broker sends messages that this version does not know.
 * @throws ApiFailure
 */
export const acceptOddities = (api: ApiClient, id: BrokerId): Promise<BrokerResponse> => post(api, `oddities/${id}`);

/**
 * Submits the login code that the broker sent by mail, SMS or app.
 * @throws ApiFailure
 */
export const answerBrokerCode = (api: ApiClient, id: BrokerId, code: string): Promise<BrokerResponse> =>
  post(api, `code/${id}`, { code });

/** Resets the balance of the demo account. @throws ApiFailure */
export const resetPractice = (api: ApiClient, id: BrokerId): Promise<BrokerResponse> =>
  post(api, `practice-balance/${id}`);

/** Disconnects the broker and keeps the stored credentials. @throws ApiFailure */
export const disconnectBroker = (api: ApiClient, id: BrokerId): Promise<BrokerResponse> =>
  withConnectionErrorText(post(api, `disconnect/${id}`), `Failed to disconnect from ${id}`);

/** Disconnects the broker and deletes the stored credentials. @throws ApiFailure */
export const forgetBroker = (api: ApiClient, id: BrokerId): Promise<BrokerResponse> =>
  api.delete(`${BROKERS_PATH}/credentials/${id}`, { schema: BrokerResponse });

/**
 * Starts a sign-in on the broker's OAuth page and returns the URL of that page.
 * @throws ApiFailure
 */
export const startConsent = async (api: ApiClient, id: BrokerId): Promise<string> => {
  const asked = api.post(`${BROKERS_PATH}/consent/${id}`, { schema: BrokerConsentStart });
  return (await withConnectionErrorText(asked, `Failed to connect to ${id}`)).url;
};

/**
 * Connects the broker with the redirect parameters of its OAuth page.
 * @throws ApiFailure
 */
export const finishConsent = (api: ApiClient, id: string, answer: BrokerConsentBody): Promise<BrokerResponse> =>
  withConnectionErrorText(post(api, `consent/${id}/finish`, answer), `Failed to connect to ${id}`);

/**
 * Stores the current login of the broker as a saved login and ends its session.
 * @throws ApiFailure
 */
export const saveLogin = (api: ApiClient, id: BrokerId): Promise<BrokerResponse> => post(api, `logins/${id}/save`);

/**
 * Signs in at the broker with a saved login.
 * @throws ApiFailure
 */
export const signInWithSaved = (api: ApiClient, id: BrokerId, loginId: string): Promise<BrokerResponse> =>
  withConnectionErrorText(post(api, `logins/${id}/use`, { login_id: loginId }), `Failed to connect to ${id}`);

/** Deletes a saved login. @throws ApiFailure */
export const forgetLogin = (api: ApiClient, id: BrokerId, loginId: string): Promise<BrokerResponse> =>
  post(api, `logins/${id}/forget`, { login_id: loginId });

/**
 * Sets the label of a login. A null id means the current login.
 * @throws ApiFailure
 */
export const nameLogin = (
  api: ApiClient,
  id: BrokerId,
  loginId: string | null,
  label: string,
): Promise<BrokerResponse> =>
  post(api, `logins/${id}/label`, { ...(loginId !== null && { login_id: loginId }), label });
