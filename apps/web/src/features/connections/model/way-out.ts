import type { BrokerCredentialKind, BrokerView } from '@vigia/contract';
import { WAY_OUT_WORDS } from '../fault-words.es.ts';

/** What the person can do about a failed attempt; the first one is the main thing. */
export type WayOut = 'correct' | 'paste-session' | 'retry';

/** By the code of the failure; any other is tried again. */
const WAYS: Readonly<Record<string, readonly WayOut[]>> = {
  broker_auth_invalid: ['correct'],
  broker_credentials_missing: ['correct'],
  broker_credentials_unreadable: ['correct'],
  broker_form_unsupported: ['correct'],
  broker_challenge: ['paste-session', 'retry', 'correct'],
  broker_session_expired: ['retry', 'correct'],
};
const ANY_OTHER: readonly WayOut[] = ['retry', 'correct'];

type Standing = Pick<BrokerView, 'credential_kinds' | 'status'>;

/** The ways on from where the connection stands, two at most. Nothing is tried again with what is not stored. */
export function waysOut({ credential_kinds: kinds, status }: Standing): readonly WayOut[] {
  const { error_code: code, credential_kind: stored } = status.connection_info;
  const possible = (WAYS[code ?? ''] ?? ANY_OTHER).filter((way) => {
    if (way === 'retry') return stored !== null;
    return way !== 'paste-session' || kinds.includes('browser_session');
  });
  return possible.slice(0, 2);
}

/** The form to begin with: the one that is asked for, else the kind that is stored, else the preferred one. */
export function formToOpen(
  { auth_type: preferred, status }: Pick<BrokerView, 'auth_type' | 'status'>,
  way: WayOut | null,
): BrokerCredentialKind {
  if (way === 'paste-session') return 'browser_session';
  return status.connection_info.credential_kind ?? preferred;
}

/** What to do, in words; '' where the failure says it all, or nothing more is known. */
export const adviceFor = (code: string | null): string =>
  Object.entries(WAY_OUT_WORDS).find(([each]) => each === code)?.[1] ?? '';
