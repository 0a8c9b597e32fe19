import { isAbsolute, resolve } from 'node:path';
import envPaths from 'env-paths';
import { IS_PACKAGED, PROJECT_ROOT } from '../project-root.ts';

/** The folder of a clone for its data, relative to the project. */
const IN_CLONE = 'data';

/** Returns the folder in which programs of this system keep the data of a user, such as `~/.local/share/vigia`. */
export const packagedDataFolder = (): string => envPaths('vigia', { suffix: '' }).data;

/**
 * Returns the data folder. A relative path starts at the working directory. Without a setting it is inside a clone for
 * any working directory, and in the data folder of the user for a package.
 * @param setting value of VIGIA_DATA_DIR
 */
export function dataFolderFor(setting: string | undefined, isPackaged = IS_PACKAGED): string {
  if (setting !== undefined) return isAbsolute(setting) ? setting : resolve(setting);
  return isPackaged ? packagedDataFolder() : resolve(PROJECT_ROOT, IN_CLONE);
}
