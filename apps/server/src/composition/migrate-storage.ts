import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@vigia/core/kernel';
import { takeBackup } from '#platform/backup/take-backup.ts';
import type { Config } from '#platform/config/config.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { migrate, readMigrations } from '#platform/persistence/migrate.ts';

/** Number of backups before upgrades that are kept. Each has the size of the database. */
const KEPT_BACKUPS = 3;
const BACKUP_NAME = /^antes-del-paso-\d+-(.+)$/;

/**
 * Result of a migration: the number of applied steps, and the folder of the backup before them; null if there is none.
 */
export type MigrationResult = { readonly applied: number; readonly backup: string | null };

/**
 * Migrates the schema. Before the first step that changes existing data, it writes a backup to the folder `copias` in
 * the data folder. Without this backup no step is applied. Of these backups, the newest three are kept.
 * @throws StartupError if the backup or a step fails
 */
export async function migrateStorage(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  owner: ConnectionOptions,
  clock: Clock,
  migrations = readMigrations(),
): Promise<MigrationResult> {
  let backup: string | null = null;
  const applied = await migrate(owner, databaseUrl === null ? dataFolder : null, migrations, async (step) => {
    const moment = new Date(clock.now()).toISOString().replaceAll(':', '-');
    const folder = join(dataFolder, 'copias', `antes-del-paso-${step}-${moment}`);
    await takeBackup(owner, folder, clock);
    backup = folder;
  });
  if (backup !== null) removeOldBackups(join(dataFolder, 'copias'));
  return { applied, backup };
}

/** Removes all but the newest backups that upgrades wrote. Other files of the folder stay. */
function removeOldBackups(folder: string): void {
  const momentOf = (name: string): string => BACKUP_NAME.exec(name)?.[1] ?? '';
  const oldestFirst = readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)));
  for (const name of oldestFirst.slice(0, -KEPT_BACKUPS)) rmSync(join(folder, name), { recursive: true });
}
