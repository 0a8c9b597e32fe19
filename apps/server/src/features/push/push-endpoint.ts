import { isPublicName } from '#platform/outgoing/public-address.ts';

const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost)$/;

/**
 * Returns true if the server may call this endpoint. Users' browsers choose the endpoint, so it must be https on the
 * default port at a public name, without credentials.
 * @param allowLoopback true in tests, which run a push service on this machine
 */
export function isPushEndpoint(endpoint: string, allowLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if ([username, password, hash].some((part) => part !== '')) return false;
  if (allowLoopback && LOOPBACK.test(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}
