import { invariant } from '@vigia/core/kernel';
import type { Sql, Transaction } from '../persistence/database.ts';
import type { KeyRing, WrappedKey } from './key-ring.ts';

/** Keys of the installation itself, 32 bytes each. A rotation of the master key does not change them. */
export type InstallationKeys = { readonly sealerKey: Buffer; readonly hashKey: Buffer };

/** Key of the row in `installation` that contains the id of the current master key. */
const ROW = 'installation_keys';
const AADS = { sealerKey: 'installation:sealer_key', hashKey: 'installation:hash_key' } as const;

type Row = { readonly value: { readonly key_id: string; readonly sealer_key: string; readonly hash_key: string } };

/** The stored keys, encrypted under the master key `keyId`. */
export type SealedKeys = { readonly keyId: string; readonly sealerKey: Buffer; readonly hashKey: Buffer };

const toSealed = ({ value }: Row): SealedKeys => ({
  keyId: value.key_id,
  sealerKey: Buffer.from(value.sealer_key, 'base64'),
  hashKey: Buffer.from(value.hash_key, 'base64'),
});

/**
 * Returns the stored keys. Returns null until the first start of a version that stores keys has finished. It also works
 * before the first migration.
 */
export async function readSealedKeys(sql: Sql): Promise<SealedKeys | null> {
  const table = await sql<{ name: string | null }[]>`SELECT to_regclass('public.installation')::text AS name`;
  if (table[0]?.name == null) return null;
  const [row] = await sql<Row[]>`SELECT value FROM installation WHERE key = ${ROW}`;
  return row ? toSealed(row) : null;
}

/**
 * Decrypts the keys.
 * @throws Error if the master key is not available or did not encrypt them
 */
export function decryptKeys(ring: KeyRing, { keyId, sealerKey, hashKey }: SealedKeys): InstallationKeys {
  const unwrap = (sealed: Buffer, aad: string): Buffer => ring.unwrap({ keyId, sealed }, aad);
  return { sealerKey: unwrap(sealerKey, AADS.sealerKey), hashKey: unwrap(hashKey, AADS.hashKey) };
}

/** Stores the keys if they are not stored yet. */
export async function writeSealedKeys(sql: Sql, ring: KeyRing, keyId: string, keys: InstallationKeys): Promise<void> {
  await sql`
    INSERT INTO installation (key, value) VALUES (${ROW}, ${sql.json(toValue(ring, keyId, keys))})
      ON CONFLICT (key) DO NOTHING`;
}

function toValue(ring: KeyRing, keyId: string, { sealerKey, hashKey }: InstallationKeys): Row['value'] {
  const wrap = (key: Buffer, aad: string): string => ring.wrap(keyId, key, aad).sealed.toString('base64');
  return { key_id: keyId, sealer_key: wrap(sealerKey, AADS.sealerKey), hash_key: wrap(hashKey, AADS.hashKey) };
}

/**
 * Encrypts a key under the current master key. This master key cannot change until the transaction of the caller ends.
 * A rotation waits for this end, and then re-encrypts the new row.
 * @throws Error if the current master key is not available
 */
export async function encryptUnderMasterKey(
  tx: Transaction,
  ring: KeyRing,
  key: Uint8Array,
  aad: string,
): Promise<WrappedKey> {
  const [row] = await tx<Row[]>`SELECT value FROM installation WHERE key = ${ROW} FOR SHARE`;
  invariant(row !== undefined, 'the installation has keys');
  return ring.wrap(row.value.key_id, key, aad);
}

/** Makes `keyId` the current master key, which encrypts all later keys. */
export async function changeMasterKey(tx: Transaction, ring: KeyRing, keyId: string): Promise<void> {
  const [row] = await tx<Row[]>`SELECT value FROM installation WHERE key = ${ROW} FOR UPDATE`;
  invariant(row !== undefined, 'the installation has keys');
  if (row.value.key_id === keyId) return;
  const keys = decryptKeys(ring, toSealed(row));
  await tx`UPDATE installation SET value = ${tx.json(toValue(ring, keyId, keys))} WHERE key = ${ROW}`;
}
