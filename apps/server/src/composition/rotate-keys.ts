import type { Config } from '#platform/config/config.ts';
import { reencryptKeyBatch } from '#platform/crypto/data-keys.ts';
import { changeMasterKey } from '#platform/crypto/installation-keys.ts';
import { keyIdOf } from '#platform/crypto/key-ring.ts';
import { makeNextKey, takeNextKey } from '#platform/crypto/master-key.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { StartupError } from '#platform/startup-error.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** The result of a rotation. */
export type KeyRotationResult = {
  /** Id of the master key that is now in use. */
  readonly keyId: string;
  /**
   * Number of user keys that this run re-encrypted. Keys that an interrupted earlier run re-encrypted are not counted.
   */
  readonly people: number;
  /**
   * Origin of the key. With `environment` the administrator must now move VIGIA_MASTER_KEY_NEXT to VIGIA_MASTER_KEY.
   */
  readonly source: 'file' | 'environment';
};

/** Number of keys that one transaction re-encrypts. An interruption loses at most this work. */
const BATCH = 100;

/**
 * Replaces the master key, with or without a running server. Re-encrypts every key that was encrypted under the old
 * master key. The data under these keys do not change. After an interruption both master keys work, and the next run
 * resumes.
 * @param onBatch called after each transaction with the number of keys re-encrypted so far
 * @throws StartupError if the database is unreachable, or if the key comes from the environment and no next key is set
 */
export async function rotateKeys(
  config: Config,
  onBatch: (people: number) => void = () => undefined,
): Promise<KeyRotationResult> {
  const source = config.masterKey === null ? 'file' : 'environment';
  if (source === 'environment' && config.nextMasterKey === null) {
    throw new StartupError(
      'La clave maestra viene de VIGIA_MASTER_KEY: define la nueva en VIGIA_MASTER_KEY_NEXT (openssl rand -base64 32) y repite.',
      { exitCode: 2 },
    );
  }
  const undo = new UndoStack();
  try {
    const { access, keyRing } = await connectDatabase(config, 'rotación de claves', undo);
    const keyId = keyIdOf(config.nextMasterKey ?? makeNextKey(config.dataFolder));
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    // This is the first step: from now on new keys are encrypted under the next master key, so that the number of old
    // keys cannot grow.
    await db.transaction((tx) => changeMasterKey(tx, keyRing, keyId));
    let people = 0;
    for (;;) {
      const some = await db.transaction((tx) => reencryptKeyBatch(tx, keyRing, keyId, BATCH));
      if (some === 0) break;
      people += some;
      onBatch(people);
    }
    if (source === 'file') takeNextKey(config.dataFolder);
    return { keyId, people, source };
  } finally {
    await undo.run();
  }
}
