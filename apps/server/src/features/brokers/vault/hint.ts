import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { assertNever } from '@vigia/core/kernel';

/** Smallest length of a secret whose last characters may be shown. In a shorter secret they would reveal too much. */
const SHOWS_ITS_END = 12;

/**
 * Returns a part of the stored credentials. Users recognise the credentials by it, but cannot sign in with it. Empty if
 * no part may be shown.
 */
export function hintOf(credentials: BrokerCredentials): string {
  switch (credentials.kind) {
    case 'password':
      return maskAddress(credentials.email);
    case 'api_token':
    case 'browser_session':
      return credentials.token.length < SHOWS_ITS_END ? '' : `…${credentials.token.slice(-4)}`;
    case 'oauth':
      // Renewals change the tokens, so their last characters would not help to recognise them.
      return '';
    default:
      return assertNever(credentials);
  }
}

function maskAddress(email: string): string {
  const [, first, domain] = /^(.).*(@[^@]*)$/su.exec(email) ?? [];
  return first === undefined ? '' : `${first}…${domain}`;
}
