import type { Config } from '#platform/config/config.ts';
import {
  decryptKeys,
  type InstallationKeys,
  readSealedKeys,
  type SealedKeys,
  writeSealedKeys,
} from '#platform/crypto/installation-keys.ts';
import { assertKeyFits, readKeyCheck, writeKeyCheck, wrongKey } from '#platform/crypto/key-check.ts';
import { createKeyRing, type KeyRing, keyIdOf } from '#platform/crypto/key-ring.ts';
import { hasherWithKey, hashKeyOf, type KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { loadMasterKey, readNextKey } from '#platform/crypto/master-key.ts';
import { type Sealer, sealerKeyOf, sealerWithKey } from '#platform/crypto/sealer.ts';
import { withConnection } from '#platform/persistence/connection.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';

export type Secrets = {
  readonly sealer: Sealer;
  readonly keyedHash: KeyedHash;
  readonly keyRing: KeyRing;
  readonly created: boolean;
  /** Stores the keys, and the check value for later starts, in a migrated database. */
  keep(sql: Sql): Promise<void>;
};

/** Opens the master key. Checks before any write that this database was encrypted under it. */
export const openSecrets = (config: Config, owner: ConnectionOptions): Promise<Secrets> =>
  withConnection(owner, (session) => openSecretsInSession(config, session));

/** Opens the secrets of the database in `session`, whose rows may not be committed yet. */
export async function openSecretsInSession(config: Config, session: Sql): Promise<Secrets> {
  const mark = await readKeyCheck(session);
  const kept = await readSealedKeys(session);
  const { dataFolder, masterKey: given } = config;
  const { key, created } = loadMasterKey({ dataFolder, given, hasSealedData: mark !== null });
  const keyRing = createKeyRing(() => masterKeys(config, key));
  const keys = kept === null ? { sealerKey: sealerKeyOf(key), hashKey: hashKeyOf(key) } : openKept(keyRing, kept);
  const sealer = sealerWithKey(keys.sealerKey);
  if (mark) assertKeyFits(sealer, mark);
  return {
    sealer,
    keyRing,
    created,
    keyedHash: hasherWithKey(keys.hashKey),
    async keep(sql) {
      await writeSealedKeys(sql, keyRing, keyIdOf(key), keys);
      // Another process may have stored its keys in the meantime. If the two processes have different master keys, this
      // start fails.
      const first = await readSealedKeys(sql);
      if (first !== null) openKept(keyRing, first);
      await writeKeyCheck(sql, sealer);
    },
  };
}

/** Returns the master keys. It reads the files each time, because a rotation may have changed them. */
function masterKeys({ dataFolder, masterKey, nextMasterKey }: Config, atStart: Buffer): readonly Buffer[] {
  if (masterKey !== null) return nextMasterKey === null ? [masterKey] : [masterKey, nextMasterKey];
  const { key } = loadMasterKey({ dataFolder, given: null, hasSealedData: true });
  const next = readNextKey(dataFolder);
  return [atStart, key, ...(next === null ? [] : [next])];
}

/**
 * Decrypts the stored keys.
 * @throws StartupError if they are encrypted under another master key
 */
function openKept(keyRing: KeyRing, kept: SealedKeys): InstallationKeys {
  try {
    return decryptKeys(keyRing, kept);
  } catch (cause) {
    throw wrongKey(cause);
  }
}
