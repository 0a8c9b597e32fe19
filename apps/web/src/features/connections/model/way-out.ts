import type { BrokerCredentialKind, BrokerView } from '@vigia/contract';
import { WAY_OUT_WORDS } from '../fault-words.es.ts';

/** Actions a user can take after a failed attempt; the first is the primary one. */
export type WayOut = 'correct' | 'paste-session' | 'retry';

/** Actions by failure code; a failure with any other code offers a retry. */
const WAYS: Readonly<Record<string, readonly WayOut[]>> = {
  broker_auth_invalid: ['correct'],
  broker_credentials_missing: ['correct'],
  broker_credentials_unreadable: ['correct'],
  broker_form_unsupported: ['correct'],
  broker_challenge: ['paste-session', 'retry', 'correct'],
  broker_challenge_elsewhere: ['retry', 'correct'],
  broker_session_expired: ['retry', 'correct'],
};
const ANY_OTHER: readonly WayOut[] = ['retry', 'correct'];

type Standing = Pick<BrokerView, 'credential_kinds' | 'status'>;

/** Returns at most two actions for a connection state. A retry needs stored credentials. */
export function waysOut({ credential_kinds: kinds, status }: Standing): readonly WayOut[] {
  const { error_code: code, credential_kind: stored } = status.connection_info;
  // A pasted session that has ended does not come back.
  if (code === 'broker_session_expired' && stored === 'browser_session') return ['paste-session'];
  const possible = (WAYS[code ?? ''] ?? ANY_OTHER).filter((way) => {
    if (way === 'retry') return stored !== null;
    return way !== 'paste-session' || kinds.includes('browser_session');
  });
  return possible.slice(0, 2);
}

/**
 * Returns the form to open first: the requested one, else the form of the stored kind if it is offered, else the
 * preferred one.
 */
export function formToOpen(
  { auth_type: preferred, credential_kinds: offered, status }: Pick<BrokerView, 'auth_type'> & Standing,
  way: WayOut | null,
): BrokerCredentialKind {
  if (way === 'paste-session') return 'browser_session';
  const { credential_kind: stored } = status.connection_info;
  return stored !== null && offered.includes(stored) ? stored : preferred;
}

/** Returns the advice for a failure; empty if the failure message is enough. */
export const adviceFor = (code: string | null): string =>
  Object.entries(WAY_OUT_WORDS).find(([each]) => each === code)?.[1] ?? '';
