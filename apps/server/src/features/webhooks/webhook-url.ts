import { isIP } from 'node:net';
import { isLocalNetworkAddress, isPublicAddress, isPublicName } from '#platform/outgoing/public-address.ts';

/** Ports besides the default one. Other ports belong to services that are no web servers. */
const PUBLIC_PORTS: ReadonlySet<string> = new Set(['', '8443']);
const ANY_NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/**
 * Returns true if the server may call this URL. Users choose it, so it must be https on a usual port at a public name,
 * without credentials.
 * @param allowPrivate true if the installation allows http, any port, and addresses of its own network
 */
export function isWebhookUrl(url: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(url);
  if ([username, password, hash].some((part) => part !== '')) return false;
  if (!allowPrivate) return protocol === 'https:' && PUBLIC_PORTS.has(port) && isPublicName(hostname);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? ANY_NAME.test(hostname) : isAllowedAddress(address, true);
}

/** Returns true if a webhook may connect to this IP address. */
export const isAllowedAddress = (address: string, allowPrivate: boolean): boolean =>
  isPublicAddress(address) || (allowPrivate && isLocalNetworkAddress(address));
