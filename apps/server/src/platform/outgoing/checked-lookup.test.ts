import { describe, expect, it } from 'vitest';
import { checkedLookup } from './checked-lookup.ts';
import { isPublicAddress } from './public-address.ts';

describe('checkedLookup', () => {
  const lookup = (addresses: readonly { address: string; family: number }[], all: boolean) =>
    new Promise((resolve, reject) => {
      const resolveTo = checkedLookup(isPublicAddress, (_name, _options, found) => found(null, [...addresses]));
      resolveTo('push.example.com', { all }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  const PUBLIC = { address: '8.8.8.8', family: 4 };
  const INSIDE = { address: '10.0.0.7', family: 4 };

  it('returns one or all allowed addresses of a name', async () => {
    expect(await lookup([PUBLIC], false)).toBe('8.8.8.8');
    expect(await lookup([PUBLIC], true)).toEqual([PUBLIC]);
  });

  it('refuses a name that has no address or any address that is not allowed', async () => {
    await expect(lookup([INSIDE], true)).rejects.toThrow('not a public address');
    await expect(lookup([PUBLIC, INSIDE], false)).rejects.toThrow('not a public address');
    await expect(lookup([], false)).rejects.toThrow('not a public address');
  });
});
