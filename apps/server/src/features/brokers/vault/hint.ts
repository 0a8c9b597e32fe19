import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { assertNever } from '@vigia/core/kernel';

/** Shortest secret whose end may be shown: the end of a shorter one would reveal too much of it. */
const SHOWS_ITS_END = 12;

/**
 * Returns a part of the stored credentials that is enough to recognise them but not to use them; '' if nothing may be
 * shown.
 */
export function hintOf(credentials: BrokerCredentials): string {
  switch (credentials.kind) {
    case 'password':
      return maskAddress(credentials.email);
    case 'api_token':
    case 'browser_session':
      return credentials.token.length < SHOWS_ITS_END ? '' : `…${credentials.token.slice(-4)}`;
    default:
      return assertNever(credentials);
  }
}

function maskAddress(email: string): string {
  const [, first, domain] = /^(.).*(@[^@]*)$/su.exec(email) ?? [];
  return first === undefined ? '' : `${first}…${domain}`;
}
