const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the origin of an address.
 * @param url e.g. `https://vigia.example`
 * @param isPlainHttpAllowed permits `http` to another machine, where others could read the token on the way
 * @throws TypeError if the address is not one of a server, contains more than an origin, or is not encrypted
 */
export function originOf(url: string, isPlainHttpAllowed: boolean): string {
  const { protocol, hostname, origin, pathname, search, hash, username } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`${protocol} is not http or https`);
  if (protocol === 'http:' && !isPlainHttpAllowed && !THIS_MACHINE.has(hostname))
    throw new TypeError(`http to ${hostname} would send the token unencrypted`);
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw new TypeError('the address of the server has no path, query or credentials');
  return origin;
}
