import { join } from 'node:path';
import type { Clock } from '@vigia/core/kernel';
import { takeBackup } from '#platform/backup/take-backup.ts';
import type { Config } from '#platform/config/config.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { migrate, readMigrations } from '#platform/persistence/migrate.ts';

/**
 * Result of a migration: the number of applied steps, and the folder of the backup that was written before a step that
 * changes money; null if there is none.
 */
export type Migrated = { readonly applied: number; readonly backup: string | null };

/**
 * Migrates the schema. Before the first step that changes money in existing data, it writes a backup to the folder
 * `copias` in the data folder. Without this backup no step is applied.
 * @throws StartupError if the backup or a step fails
 */
export async function migrateStorage(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  owner: ConnectionOptions,
  clock: Clock,
  migrations = readMigrations(),
): Promise<Migrated> {
  let backup: string | null = null;
  const applied = await migrate(owner, databaseUrl === null ? dataFolder : null, migrations, async (step) => {
    const moment = new Date(clock.now()).toISOString().replaceAll(':', '-');
    const folder = join(dataFolder, 'copias', `antes-del-paso-${step}-${moment}`);
    await takeBackup(owner, folder, clock);
    backup = folder;
  });
  return { applied, backup };
}
