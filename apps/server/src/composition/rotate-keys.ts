import type { Config } from '#platform/config/config.ts';
import { rewrapSome } from '#platform/crypto/data-keys.ts';
import { changeMasterKey } from '#platform/crypto/installation-keys.ts';
import { keyIdOf } from '#platform/crypto/key-ring.ts';
import { makeNextKey, takeNextKey } from '#platform/crypto/master-key.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { StartupError } from '#platform/startup-error.ts';
import { reachDatabase } from './reach-database.ts';
import { UndoStack } from './undo-stack.ts';

/** What a rotation came to. */
export type Rotation = {
  /** Name of the master key now in force. */
  readonly keyId: string;
  /** People's keys that were sealed anew by this run; one cut short did the others. */
  readonly people: number;
  /** `environment`: the person now puts VIGIA_MASTER_KEY_NEXT in the place of VIGIA_MASTER_KEY. */
  readonly source: 'file' | 'environment';
};

/** Keys a transaction seals anew: what is cut short loses no more than that. */
const BATCH = 100;

/**
 * Goes over to another master key, beside a running server and without one. Every key the old one sealed is sealed anew; what
 * those keys protect stays as it is. Cut short at any point it leaves two keys that both work; run again, it goes on.
 * @param onBatch told after each transaction how many keys were sealed anew so far
 * @throws StartupError if the database cannot be reached, or the key comes from the environment and no next one does
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
    // First: from here on new keys are sealed under the next master key, so that the end of the list is the end.
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
