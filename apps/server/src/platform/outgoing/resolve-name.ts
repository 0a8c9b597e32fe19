import { type LookupAddress, lookup, Resolver } from 'node:dns';
import type { Resolve } from './checked-lookup.ts';

/** Returns the addresses of a name. @throws Error if it has none */
type LookUp = (name: string) => Promise<LookupAddress[]>;

export type ResolverOptions = {
  /** Name servers, as `address:port`; by default those of the system. */
  readonly servers?: readonly string[];
  /** Time in milliseconds for the first try of a query. */
  readonly timeoutMs?: number;
  /** Looks up names that no name server knows. At most one of its look-ups runs at a time. */
  readonly fallback?: LookUp;
};

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Creates a resolver that asks the name servers itself (c-ares). The system's look-ups share two threads with all other
 * look-ups of the process, and a name server that never answers would hold them.
 */
export function createResolver({ servers, timeoutMs = TIMEOUT_MS, fallback }: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers([...servers]);
  const askFallback = fallback && oneAtATime(fallback);
  return (name, _options, found) => {
    askServers(resolver, name)
      .catch((error: NodeJS.ErrnoException) => (askFallback ? askFallback(name) : Promise.reject(error)))
      .then(
        (addresses) => found(null, addresses),
        (error: NodeJS.ErrnoException) => found(error, []),
      );
  };
}

/** Returns the IPv4 and IPv6 addresses of a name. @throws Error of the IPv4 query if there is neither */
async function askServers(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const ask = (family: 4 | 6) =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      const done = (error: Error | null, addresses: string[]): void =>
        error === null ? resolve(addresses.map((address) => ({ address, family }))) : reject(error);
      if (family === 4) resolver.resolve4(name, done);
      else resolver.resolve6(name, done);
    });
  const [four, six] = await Promise.allSettled([ask(4), ask(6)]);
  const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
  return addresses;
}

/** Looks up a name with the system, which also reads its hosts file. A look-up holds a thread while it runs. */
export const lookUpWithSystem: LookUp = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });

/** Runs calls one after the other, so that they hold one thread at most. */
function oneAtATime(run: LookUp): LookUp {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const next = last.then(() => run(name));
    last = next.catch(() => undefined);
    return next;
  };
}
