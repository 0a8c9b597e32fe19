import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { assertNever } from '@vigia/core/kernel';

/** A shorter secret than this would be given away by its end. */
const SHOWS_ITS_END = 12;

/** Enough to recognise what is stored, never enough to use it; '' where there is nothing to show of it. */
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
