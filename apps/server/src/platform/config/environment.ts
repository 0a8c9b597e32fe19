import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from '../project-root.ts';
import { errorCode } from '../startup-error.ts';

/**
 * Returns the variables of the process, and the variables of the project's `.env` file that the process does not set,
 * like `node --env-file`. It does not change process.env.
 */
export function readEnvironment(
  file: string = join(PROJECT_ROOT, '.env'),
): Readonly<Record<string, string | undefined>> {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { ...process.env };
    throw error;
  }
}
