import type { ClientRequest } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { BrokerFault } from '#port/index.ts';
import { type DirectHost, directHosts, isDirect } from './no-proxy.ts';

/** The proxy through which this process reaches brokers. `authorization` is secret. */
export type OutboundProxy = {
  /** `http://host:port` or `https://host:port`, without credentials. */
  readonly origin: string;
  /** Value of the header Proxy-Authorization; null without credentials. */
  readonly authorization: string | null;
  readonly direct: readonly DirectHost[];
};

/** The fault of a connection that failed at the proxy: the proxy does not answer, or refuses the tunnel. */
export const PROXY_FAULT: BrokerFault = { kind: 'proxy_failed', detail: 'the outgoing proxy gave no tunnel' };

/**
 * Reads the address of a proxy, `http://user:password@host:port`, and the hosts to which connections bypass the proxy.
 * @returns null if the address is not that of a proxy
 */
export function outboundProxy(address: string, noProxy: string): OutboundProxy | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, host, username, password, pathname, search, hash } = new URL(address);
  const isProxy = /^https?:$/.test(protocol) && hostname !== '' && pathname === '/' && search === '' && hash === '';
  if (!isProxy) return null;
  const login = decoded(`${username}:${password}`);
  if (login === null) return null;
  const authorization = login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`;
  return { origin: `${protocol}//${host}`, authorization, direct: directHosts(noProxy) };
}

/** Decodes the credentials of an address; returns null if their percent-encoding is invalid. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The proxy is a setting of the process and not a parameter. If an adapter forgot to pass on a parameter, it would
 * connect to its broker directly, and the broker would see the address that the proxy hides
 * (docs/decisions/0048-outgoing-proxy.md).
 */
let proxyInUse: OutboundProxy | null = null;

/** Routes all further connections to brokers through this proxy; null makes them direct. */
export function useOutboundProxy(proxy: OutboundProxy | null): void {
  proxyInUse = proxy;
}

/** Creates the tunnel for one connection to this address; returns null if the connection bypasses the proxy. */
export function tunnelTo(address: string): Tunnel | null {
  const proxy = proxyInUse;
  return proxy === null || isDirect(new URL(address), proxy.direct) ? null : new ProxyTunnel(proxy);
}

/** A tunnel for one connection. The certificate of the host behind it is verified as without a proxy. */
export type Tunnel = HttpsProxyAgent<string> & {
  /** True once the proxy has opened the tunnel: a later fault is not a fault of the proxy. */
  readonly isOpen: boolean;
  /** Ends the connection attempt of a tunnel that is not open. */
  giveUp(): void;
};

class ProxyTunnel extends HttpsProxyAgent<string> {
  readonly #dialling: AbortController;
  #isOpen = false;

  constructor({ origin, authorization }: OutboundProxy) {
    const dialling = new AbortController();
    // The credentials are in a header and not in the address. The library logs the address if an environment variable
    // requests it.
    const headers = authorization === null ? {} : { 'proxy-authorization': authorization };
    super(origin, { headers, signal: dialling.signal });
    this.#dialling = dialling;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  giveUp(): void {
    if (!this.#isOpen) this.#dialling.abort();
  }

  override async connect(request: ClientRequest, options: Parameters<HttpsProxyAgent<string>['connect']>[1]) {
    request.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      this.#isOpen = statusCode === 200;
    });
    const socket = await super.connect(request, options);
    // A refusal by the proxy must not count as a response of the broker.
    if (!this.#isOpen) throw new Error('the proxy refuses the tunnel');
    return socket;
  }
}
