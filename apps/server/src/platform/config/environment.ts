import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from '../project-root.ts';
import { errorCode } from '../startup-error.ts';

/**
 * Returns the variables of the process and, for those not set, of the project's `.env` file, as `node --env-file` does.
 * Does not change process.env.
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
