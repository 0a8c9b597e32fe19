import type { Config } from '#platform/config/config.ts';
import { rewrapSome } from '#platform/crypto/data-keys.ts';
import { changeMasterKey } from '#platform/crypto/installation-keys.ts';
import { keyIdOf } from '#platform/crypto/key-ring.ts';
import { makeNextKey, takeNextKey } from '#platform/crypto/master-key.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { StartupError } from '#platform/startup-error.ts';
import { reachDatabase } from './reach-database.ts';
import { UndoStack } from './undo-stack.ts';

/** The result of a rotation. */
export type Rotation = {
  /** Name of the master key now in force. */
  readonly keyId: string;
  /** The number of users' keys that this run sealed again. An interrupted earlier run sealed the others. */
  readonly people: number;
  /** `environment`: the administrator now moves VIGIA_MASTER_KEY_NEXT to VIGIA_MASTER_KEY. */
  readonly source: 'file' | 'environment';
};

/** Keys sealed again per transaction, and so the most work an interruption loses. */
const BATCH = 100;

/**
 * Replaces the master key, with or without a running server. Seals every key of the old one again; data under
 * those keys stays as it is. An interruption leaves two keys that both work; the next run resumes.
 * @param onBatch called after each transaction with the number of keys sealed again so far
 * @throws StartupError if the database cannot be reached, or the key comes from the environment without a next one
 */
export async function rotateKeys(
  config: Config,
  onBatch: (people: number) => void = () => undefined,
): Promise<Rotation> {
  const source = config.masterKey === null ? 'file' : 'environment';
  if (source === 'environment' && config.nextMasterKey === null) {
    throw new StartupError(
      'La clave maestra viene de VIGIA_MASTER_KEY: define la nueva en VIGIA_MASTER_KEY_NEXT (openssl rand -base64 32) y repite.',
      { exitCode: 2 },
    );
  }
  const undo = new UndoStack();
  try {
    const { access, keyRing } = await reachDatabase(config, 'rotación de claves', undo);
    const keyId = keyIdOf(config.nextMasterKey ?? makeNextKey(config.dataFolder));
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    // First: from now on new keys are sealed under the next master key, so that the list cannot grow.
    await db.transaction((tx) => changeMasterKey(tx, keyRing, keyId));
    let people = 0;
    for (;;) {
      const some = await db.transaction((tx) => rewrapSome(tx, keyRing, keyId, BATCH));
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
