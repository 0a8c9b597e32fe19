import { readFile } from 'node:fs/promises';
import type { Broker, BrokerCredentials, FormCredentials } from '@vigia/broker-kit/port';
import { BrokerCredentialsBody } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { MESSAGES } from '#messages.es.ts';
import type { OptionValues } from '#read-arguments.ts';
import type { Terminal } from '#terminal.ts';
import { BROKER_CHECK_MESSAGES as WORDS } from './messages.es.ts';

/** Deriv's public app id for tests of its v3 API (brokers/deriv/README.md). */
const PUBLIC_TEST_APP_ID = '1089';

/**
 * Reads the credentials from the named file or environment variable. Without either, asks the user for them and does
 * not show the typed text.
 */
export async function readCredentials(
  broker: Broker,
  values: OptionValues,
  terminal: Terminal | null,
): Promise<Result<BrokerCredentials, CommandFailure>> {
  const [file, name] = [values.get('credentials'), values.get('credentials-env')];
  if (file !== undefined && name !== undefined) return err(wrongInputFailure(WORDS.twoSources));
  if (file !== undefined) return fromFile(broker, file);
  if (name !== undefined) {
    const text = process.env[name] ?? '';
    return text === '' ? err(wrongInputFailure(WORDS.emptyEnv(name))) : parsed(broker, text);
  }
  return terminal === null ? err(wrongInputFailure(WORDS.noSource)) : ok(await asked(broker, terminal));
}

async function fromFile(broker: Broker, file: string): Promise<Result<BrokerCredentials, CommandFailure>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return err(wrongInputFailure(MESSAGES.fileMissing(file)));
  }
  return parsed(broker, text);
}

/** Parses the credentials. They are secret, so an error message never contains the text. */
function parsed(broker: Broker, text: string): Result<BrokerCredentials, CommandFailure> {
  const form = BrokerCredentialsBody.safeParse(jsonOf(text)).data;
  const credentials = form && credentialsOf(form);
  const { credentialKinds, unofferedKinds = [] } = broker.traits;
  return credentials && [...credentialKinds, ...unofferedKinds].includes(credentials.kind)
    ? ok(credentials)
    : err(wrongInputFailure(WORDS.badCredentials));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function credentialsOf(form: BrokerCredentialsBody): FormCredentials | null {
  const { email, password, api_token: token, app_id: appId, session_token: session, cookies, user_agent } = form;
  if (email !== undefined && password !== undefined) return { kind: 'password', email, password };
  if (token !== undefined) return { kind: 'api_token', token, appId: appId ?? PUBLIC_TEST_APP_ID };
  return session === undefined
    ? null
    : { kind: 'browser_session', token: session, cookies: cookies ?? null, userAgent: user_agent ?? null };
}

async function asked({ traits }: Broker, { ask, askHidden }: Terminal): Promise<BrokerCredentials> {
  switch (traits.credentialKinds[0]) {
    case 'password':
      return { kind: 'password', email: (await ask(WORDS.email)).trim(), password: await askHidden(WORDS.password) };
    case 'api_token':
      return {
        kind: 'api_token',
        token: (await askHidden(WORDS.token)).trim(),
        appId: (await ask(WORDS.appId)).trim() || PUBLIC_TEST_APP_ID,
      };
    case 'browser_session':
      return {
        kind: 'browser_session',
        token: (await askHidden(WORDS.sessionToken)).trim(),
        cookies: (await askHidden(WORDS.cookies)).trim() || null,
        userAgent: (await ask(WORDS.userAgent)).trim() || null,
      };
  }
}
