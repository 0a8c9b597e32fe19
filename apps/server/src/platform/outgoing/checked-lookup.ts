import type { LookupAddress, LookupOptions } from 'node:dns';

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
/** Resolves a name to all of its addresses. */
export type Resolve = (
  name: string,
  options: { readonly all: true },
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** `code` of the error for a name that has no address or an address that is not allowed. */
export const ADDRESS_NOT_ALLOWED = 'VIGIA_ADDRESS_NOT_ALLOWED';

/**
 * Returns a `lookup` function for node:http and node:https. The name is resolved only once, and every address of it
 * must be allowed, so the connection goes to an address that was checked.
 */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve) =>
  (name: string, options: LookupOptions, found: Found): void =>
    resolve(name, { all: true }, (error, addresses) => {
      if (error) return found(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        const refusal = Object.assign(new Error(`${name} is not a public address`), { code: ADDRESS_NOT_ALLOWED });
        return found(refusal, []);
      }
      return options.all ? found(null, addresses) : found(null, first.address, first.family);
    });
