import type { BrokerCredentialKind, BrokerView } from '@vigia/contract';
import { ADVICE_WORDS } from '../fault-words.es.ts';

/** Actions that the user can take after a failed attempt to connect. The first one is the primary action. */
export type RecoveryAction = 'consent' | 'correct' | 'paste-session' | 'retry';

/** The actions by error code. Any other error code offers a retry. */
const WAYS: Readonly<Record<string, readonly RecoveryAction[]>> = {
  broker_auth_invalid: ['correct'],
  broker_credentials_missing: ['correct'],
  broker_credentials_unreadable: ['correct'],
  broker_form_unsupported: ['correct'],
  broker_challenge: ['paste-session', 'retry', 'correct'],
  broker_challenge_elsewhere: ['retry', 'correct'],
  broker_session_expired: ['retry', 'correct'],
};
const GIVEN_AGAIN: ReadonlySet<string> = new Set([
  'broker_auth_invalid',
  'broker_credentials_unreadable',
  'broker_session_expired',
]);
const ANY_OTHER: readonly RecoveryAction[] = ['retry', 'correct'];

type Standing = Pick<BrokerView, 'credential_kinds' | 'offers_consent' | 'status'>;

/** Returns at most two actions for a connection state. A retry requires stored credentials. */
export function recoveryActionsOf({
  credential_kinds: kinds,
  offers_consent: offersConsent,
  status,
}: Standing): readonly RecoveryAction[] {
  const { error_code: code, credential_kind: stored } = status.connection_info;
  // A copied session that has ended cannot be renewed.
  if (code === 'broker_session_expired' && stored === 'browser_session') return ['paste-session'];
  // If the broker refused the OAuth tokens, the user must sign in with OAuth again.
  if (offersConsent && stored === 'oauth' && GIVEN_AGAIN.has(code ?? '')) return ['consent', 'correct'];
  const possible = (WAYS[code ?? ''] ?? ANY_OTHER).filter((way) => {
    if (way === 'retry') return stored !== null;
    return way !== 'paste-session' || kinds.includes('browser_session');
  });
  return possible.slice(0, 2);
}

/**
 * Returns the form to open first: the requested form, else the form of the stored credentials if the broker offers it,
 * else the preferred form.
 */
export function formToOpen(
  { auth_type: preferred, credential_kinds: offered, status }: Pick<BrokerView, 'auth_type'> & Standing,
  way: RecoveryAction | null,
): BrokerCredentialKind {
  if (way === 'paste-session') return 'browser_session';
  const { credential_kind: stored } = status.connection_info;
  return offered.find((kind) => kind === stored) ?? preferred;
}

/** Returns the advice for an error. Returns an empty text if the error message is sufficient. */
export const adviceFor = (code: string | null): string =>
  Object.entries(ADVICE_WORDS).find(([each]) => each === code)?.[1] ?? '';
