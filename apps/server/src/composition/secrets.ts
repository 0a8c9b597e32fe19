import type { Config } from '#platform/config/config.ts';
import { assertKeyFits, readKeyCheck } from '#platform/crypto/key-check.ts';
import { createKeyedHash, type KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { loadMasterKey } from '#platform/crypto/master-key.ts';
import { createSealer, type Sealer } from '#platform/crypto/sealer.ts';
import { type ConnectionOptions, withConnection } from '#platform/persistence/connection.ts';

/** Opens the master key and proves, before anything is written, that it is the one this database was sealed under. */
export async function openSecrets(
  { dataFolder, masterKey }: Config,
  owner: ConnectionOptions,
): Promise<{ readonly sealer: Sealer; readonly keyedHash: KeyedHash; readonly created: boolean }> {
  const mark = await withConnection(owner, readKeyCheck);
  const { key, created } = loadMasterKey({ dataFolder, given: masterKey, hasSealedData: mark !== null });
  const sealer = createSealer(key);
  if (mark) assertKeyFits(sealer, mark);
  return { sealer, keyedHash: createKeyedHash(key), created };
}
