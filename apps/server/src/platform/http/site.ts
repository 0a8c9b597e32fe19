const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The addresses of this server, which all count as the same site. */
export type SiteAddresses = {
  /** Returns the base URL of links: SITE_URL, or http://HOST:PORT when the port is known. */
  url(): string;
  isTls(): boolean;
  /** Returns every origin of this site. */
  origins(): readonly string[];
  /**
   * Returns true if an Origin header belongs to this site. A missing header is accepted too, because the client is then
   * not a browser.
   */
  isOurs(origin: string | undefined): boolean;
};

/**
 * Creates the public origin and host names of this server.
 * @param siteUrl origin from SITE_URL, or null
 * @param port returns the port of the server, which the system may choose at the start
 */
export function createSite({
  siteUrl,
  host,
  port,
}: {
  siteUrl: string | null;
  host: string;
  port: () => number;
}): SiteAddresses {
  const url = (): string =>
    siteUrl ?? `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port()}`;
  const origins = (): readonly string[] => [
    ...new Set([new URL(url()).origin, ...LOOPBACK_NAMES.map((name) => new URL(`http://${name}:${port()}`).origin)]),
  ];
  return {
    url,
    isTls: () => url().startsWith('https:'),
    origins,
    isOurs: (origin) => origin === undefined || origins().includes(origin),
  };
}
