import type { NodeConnectionOptions } from '@nats-io/transport-node';

const DEFAULT_PORT = '4222';

/** Reads server and credentials from a NATS_URL. `tls://` requires an encrypted connection. */
export function readNatsAddress(
  url: string,
): Pick<NodeConnectionOptions, 'servers' | 'tls' | 'user' | 'pass' | 'token'> {
  const { hostname, port, protocol, username, password } = new URL(url);
  return {
    servers: `${hostname}:${port || DEFAULT_PORT}`,
    ...(protocol === 'tls:' && { tls: {} }),
    ...credentials(decodeURIComponent(username), decodeURIComponent(password)),
  };
}

/** Returns the credentials. A name without a password is a token, as in NATS. */
function credentials(user: string, pass: string): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> {
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}
