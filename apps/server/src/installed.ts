/** The functions of the command line that start, stop and examine the installed server. */
import type { UpgradeCheck } from '#composition/check-upgrade.ts';
import { type Installation, installationOf } from '#composition/installation.ts';
import { readConfig } from '#platform/config/config.ts';
import { readEnvironment } from '#platform/config/environment.ts';

export type { UpgradeCheck } from '#composition/check-upgrade.ts';
export {
  folderHolder,
  type Installation,
  isProcessRunning,
  type ProcessIdentity,
  processIdentityOf,
} from '#composition/installation.ts';
export { systemClock } from '#platform/clock/system-clock.ts';
export { RestartPolicy } from '#platform/restart-policy.ts';

/**
 * Returns the installed programs and their data folder.
 * @throws StartupError if the settings are wrong
 */
export const installation = (): Installation => installationOf(readConfig(readEnvironment()));

/**
 * Compares the data with this version, and changes nothing.
 * @throws StartupError if the data are of a newer version, or the database is unreachable
 */
export async function checkUpgrade(): Promise<UpgradeCheck> {
  const composition = await import('#composition/check-upgrade.ts');
  return composition.checkUpgrade(readConfig(readEnvironment()));
}
