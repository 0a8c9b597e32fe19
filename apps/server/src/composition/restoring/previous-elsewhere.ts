import type { EpochMs } from '@vigia/core/kernel';
import type { Config } from '#platform/config/config.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { hasEmbeddedData } from '#platform/persistence/embedded-folder.ts';
import { migrateWithin, readMigrations } from '#platform/persistence/migrate.ts';
import { StartupError } from '#platform/startup-error.ts';
import { openStorage } from '../storage.ts';
import { UndoStack } from '../undo-stack.ts';
import { type PreviousDatabaseState, readPreviousDatabase } from './previous-state.ts';

/** The location of a previous database that is not the target of the restore. */
export type PreviousDatabaseLocation =
  | { readonly kind: 'folder'; readonly dataFolder: string }
  | { readonly kind: 'url'; readonly url: string };

/** Rolls back a transaction whose changes are not wanted, and carries the state that was read in it. */
class Discarded extends Error {
  readonly state: PreviousDatabaseState;

  constructor(state: PreviousDatabaseState) {
    super('discarded');
    this.state = state;
  }
}

/**
 * Reads the previous database from another place without changing it.
 * @throws StartupError if there is none, or it is unreachable
 */
export async function readPreviousDatabaseAt(
  config: Config,
  place: PreviousDatabaseLocation,
  nowMs: EpochMs,
): Promise<PreviousDatabaseState> {
  const undo = new UndoStack();
  try {
    return await stateOf(await ownerOf(config, place, undo), nowMs);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(
      'La base de datos anterior no se puede leer: si ya no existe o está dañada, dilo con «--without-previous-database». No se tocó nada.',
      { cause },
    );
  } finally {
    await undo.run();
  }
}

async function ownerOf(config: Config, place: PreviousDatabaseLocation, undo: UndoStack): Promise<ConnectionOptions> {
  if (place.kind === 'url') return parseDatabaseUrl(place.url);
  const { dataFolder } = place;
  if (!hasEmbeddedData(dataFolder))
    throw new StartupError(`En «${dataFolder}» no hay una base de datos de Vigía. No se tocó nada.`, { exitCode: 2 });
  const { access } = await openStorage({ ...config, dataFolder, databaseUrl: null }, 'restauración', undo);
  return access.owner;
}

async function stateOf(owner: ConnectionOptions, nowMs: EpochMs): Promise<PreviousDatabaseState> {
  const reading = withConnection(owner, (sql) =>
    sql.begin(async (tx): Promise<PreviousDatabaseState> => {
      await migrateWithin(tx, readMigrations());
      throw new Discarded(await readPreviousDatabase(tx, nowMs));
    }),
  );
  return reading.catch((error: unknown) => {
    if (error instanceof Discarded) return error.state;
    throw error;
  });
}
