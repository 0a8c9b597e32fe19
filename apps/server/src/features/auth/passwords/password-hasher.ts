import { hash, verify } from '@node-rs/argon2';

/** Argon2id costs: memory in KiB, passes, lanes. */
export type HashCost = { readonly memoryKib: number; readonly passes: number; readonly lanes: number };

/** The minimum that OWASP recommends for argon2id (ASVS 11.4.2). */
export const DEFAULT_COST: HashCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

export type PasswordCheck =
  | { readonly matches: false }
  /** `rehash` is a new hash to store if the stored hash has other costs than the configured ones, otherwise null. */
  | { readonly matches: true; readonly rehash: string | null };

/** Creates and checks password hashes. Passwords are used exactly as typed, in full length. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Checks a password against a stored hash. If the hash is null, the check never matches. It takes the same time, so
   * that the time does not reveal whether the user exists.
   */
  check(password: string, storedHash: string | null): Promise<PasswordCheck>;
}

/**
 * Creates a hasher with this cost.
 * @param dummyPassword a random text. If a user has no stored hash, the password is compared with the hash of this
 * text.
 */
export function createPasswordHasher(dummyPassword: string, cost: HashCost = DEFAULT_COST): PasswordHasher {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: cost.lanes };
  const dummyHash = hash(dummyPassword, options);
  return {
    hash: (password) => hash(password, options),
    async check(password, storedHash) {
      const matches = await verify(storedHash ?? (await dummyHash), password);
      if (!matches || storedHash === null) return { matches: false };
      return { matches: true, rehash: hasCost(storedHash, cost) ? null : await hash(password, options) };
    },
  };
}

function hasCost(storedHash: string, { memoryKib, passes, lanes }: HashCost): boolean {
  return storedHash.startsWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$`);
}
