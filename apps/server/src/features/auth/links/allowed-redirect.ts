import type { SiteAddresses } from '#platform/http/site.ts';

/**
 * Pattern that splits an unparsed URL into scheme, authority and the rest. It does not match a URL with user name or
 * password.
 */
const AS_WRITTEN = /^(https?):\/\/([^/?#\\@\s]+)(?=[/?#]|$)[^\\\s]*$/i;
const DEFAULT_PORT = { http: ':80', https: ':443' } as const;

/**
 * Returns the address to which a user may be redirected after following a link: the requested address if it is on this
 * site, else the home page. The host must be written in the normal form of browsers. Other forms (a number instead of
 * an IP address, backslashes, a user name) are refused, because two programs may read different hosts in them.
 * @returns a normalised address without fragment
 */
export function allowedRedirect(site: SiteAddresses, requested: string | null | undefined): string {
  return (requested && onThisSite(site, requested)) || new URL(site.url()).href;
}

function onThisSite(site: SiteAddresses, requested: string): string | null {
  const [, scheme, authority] = AS_WRITTEN.exec(requested) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(requested)) return null;
  const url = new URL(requested);
  const port = scheme.toLowerCase() === 'https' ? DEFAULT_PORT.https : DEFAULT_PORT.http;
  const host = authority.toLowerCase();
  const isAsWritten = url.host === host || `${url.host}${port}` === host;
  if (!isAsWritten || !site.origins().includes(url.origin)) return null;
  url.hash = '';
  return url.href;
}
