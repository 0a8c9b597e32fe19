import { hash, verify } from '@node-rs/argon2';

/** Argon2id costs: memory in KiB, passes, lanes. */
export type HashCost = { readonly memoryKib: number; readonly passes: number; readonly lanes: number };

/** The floor OWASP gives for argon2id (ASVS 11.4.2). */
export const DEFAULT_COST: HashCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

export type PasswordCheck =
  | { readonly matches: false }
  /** `rehash` is set when the stored hash was made with other costs than today's. */
  | { readonly matches: true; readonly rehash: string | null };

/** Makes and checks password hashes; passwords are used exactly as typed, whole. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a stored hash it takes as long as with one and never matches, so that the time does not reveal it. */
  check(password: string, storedHash: string | null): Promise<PasswordCheck>;
}

/** @param dummyPassword an unguessable text; its hash is compared with for unknown users */
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
