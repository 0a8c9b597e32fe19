const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The addresses of this server, all of them one site. */
export type Site = {
  /** The base of links: SITE_URL, or http://HOST:PORT once the port is known. */
  url(): string;
  isTls(): boolean;
  /** Every origin of this site. */
  origins(): readonly string[];
  /** Whether an Origin header names this site; a missing one (no browser) does not count as foreign. */
  isOurs(origin: string | undefined): boolean;
};

/**
 * @param siteUrl origin from SITE_URL, or null
 * @param port returns the port listened on, which the system may choose late
 */
export function createSite({
  siteUrl,
  host,
  port,
}: {
  siteUrl: string | null;
  host: string;
  port: () => number;
}): Site {
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
