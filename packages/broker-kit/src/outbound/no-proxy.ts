/** A host to which connections bypass the proxy. A name also matches its subdomains. */
export type DirectHost = { readonly host: string; readonly port: string | null };

/** Reads `NO_PROXY`: hosts separated by commas or spaces, each with an optional port; `*` matches all hosts. */
export const directHosts = (text: string): readonly DirectHost[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, host = part, port = null] = /^(.*?[^:]|\[.*\])(?::(\d+))?$/.exec(part) ?? [];
      return { host: host.replace(/^\*?\./, ''), port };
    });

/** Returns true if connections to the address bypass the proxy. */
export const isDirect = ({ hostname, port, protocol }: URL, direct: readonly DirectHost[]): boolean =>
  direct.some(
    ({ host, port: own }) =>
      (host === '*' || hostname === host || hostname.endsWith(`.${host}`)) &&
      (own === null || own === (port === '' ? defaultPort(protocol) : port)),
  );

const defaultPort = (protocol: string): string => (protocol === 'https:' || protocol === 'wss:' ? '443' : '80');
