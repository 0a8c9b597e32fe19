import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { hasEmbeddedData } from '#platform/persistence/embedded-folder.ts';
import { pendingMigrations } from '#platform/persistence/migrate.ts';
import { VERSION } from '#platform/project-root.ts';
import { openUnmigrated } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** The changes that the first start of this version makes to the data. */
export type UpgradeCheck = {
  readonly version: string;
  /** False if there is no data yet. */
  readonly hasData: boolean;
  /** The migration steps that the database lacks, oldest first. */
  readonly steps: readonly { readonly number: number; readonly name: string }[];
  /** Folder of the backup that is written before the first step. */
  readonly backupFolder: string;
};

/**
 * Compares the schema of the data with this version, with or without a running server. It changes nothing.
 * @throws StartupError if the data are of a newer version, or the database is unreachable
 */
export async function checkUpgrade(config: Config): Promise<UpgradeCheck> {
  const { dataFolder, databaseUrl } = config;
  const found = { version: VERSION, backupFolder: join(dataFolder, 'copias') };
  if (databaseUrl === null && !hasEmbeddedData(dataFolder)) return { ...found, hasData: false, steps: [] };
  const undo = new UndoStack();
  try {
    const { owner } = await openUnmigrated(config, 'comprobación', undo);
    const steps = await pendingMigrations(owner, databaseUrl === null ? dataFolder : null);
    return { ...found, hasData: true, steps: steps.map(({ number, name }) => ({ number, name })) };
  } finally {
    await undo.run();
  }
}
