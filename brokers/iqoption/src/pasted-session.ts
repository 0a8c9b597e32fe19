import type { BrokerCredentials } from '@vigia/broker-kit/port';
import type { IqLogin } from './login.ts';
import { USER_AGENT } from './user-agent.ts';

/** Form of the value of a cookie (RFC 6265). Another text is not an `ssid`. */
const SSID = /^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * Reads a pasted text: the bare `ssid`, `ssid=…` or a whole Cookie header, because browsers offer each of them for
 * copying. Other cookies are ignored. `ssid` is null if the text contains none.
 */
export function pastedLogin(
  credentials: Extract<BrokerCredentials, { kind: 'browser_session' }>,
): Extract<IqLogin, { from: 'pasted' }> {
  const text = credentials.token.trim();
  const ssid = ssidIn(text) ?? text;
  const userAgent = credentials.userAgent?.trim() ?? '';
  return {
    from: 'pasted',
    ssid: SSID.test(ssid) ? ssid : null,
    userAgent: HEADER_VALUE.test(userAgent) ? userAgent : USER_AGENT,
  };
}

const ssidIn = (header: string): string | undefined => /(?:^|;\s*)ssid=([^;\s]+)/.exec(header)?.[1];
