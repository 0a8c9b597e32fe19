import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { IS_PACKAGED, PROJECT_ROOT } from '../project-root.ts';
import { errorCode } from '../startup-error.ts';
import { packagedDataFolder } from './data-folder.ts';

/** Returns the file with the settings: beside the programs of a clone, in the data folder of a package. */
const settingsFile = (): string =>
  join(IS_PACKAGED ? (process.env['VIGIA_DATA_DIR'] ?? packagedDataFolder()) : PROJECT_ROOT, '.env');

/**
 * Returns the variables of the process, and the variables of the `.env` file that the process does not set, like
 * `node --env-file`. It does not change process.env.
 */
export function readEnvironment(file: string = settingsFile()): Readonly<Record<string, string | undefined>> {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { ...process.env };
    throw error;
  }
}
