import type { Broker, FormCredentials } from '@vigia/broker-kit/port';
import type { BrokerCredentialsBody } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type BrokerRefusal, refusal } from './refusal.ts';

/** Public app id of Deriv for testing its v3 interface (brokers/deriv/README.md). */
const PUBLIC_TEST_APP_ID = '1089';

/** Returns the credentials in a request body; null if the stored credentials are to be used. */
export function readCredentials(
  broker: Broker,
  body: BrokerCredentialsBody,
): Result<FormCredentials | null, BrokerRefusal> {
  const credentials = formOf(body);
  if (credentials === null || 'path' in credentials) {
    return credentials === null
      ? ok(null)
      : err({ code: 'validation_failed', values: {}, details: [{ ...credentials, message: 'Falta este dato.' }] });
  }
  const { credentialKinds, unofferedKinds = [] } = broker.traits;
  return [...credentialKinds, ...unofferedKinds].includes(credentials.kind)
    ? ok(credentials)
    : err(refusal(broker, 'broker_form_unsupported'));
}

/** Returns the credentials form; null if the body contains none; the `path` of a missing field if it is incomplete. */
function formOf(body: BrokerCredentialsBody): FormCredentials | { readonly path: string } | null {
  const { email, password, api_token: apiToken, app_id: appId, session_token: token } = body;
  if (email !== undefined || password !== undefined) {
    if (email === undefined) return { path: 'email' };
    return password === undefined ? { path: 'password' } : { kind: 'password', email: email.trim(), password };
  }
  if (apiToken !== undefined) {
    return { kind: 'api_token', token: apiToken.trim(), appId: (appId ?? PUBLIC_TEST_APP_ID).trim() };
  }
  if (appId !== undefined) return { path: 'api_token' };
  if (token === undefined)
    return body.cookies === undefined && body.user_agent === undefined ? null : { path: 'session_token' };
  const { cookies = null, user_agent: userAgent = null } = body;
  return { kind: 'browser_session', token: token.trim(), cookies, userAgent };
}
