import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SHARED_ROOT = fileURLToPath(new URL('../../../../shared/', import.meta.url));

/**
 * Returns the path of a reference file in the folder beside the project, or null if it is absent. If VIGIA_SHARED is
 * `required`, a missing file is an error, so that CI cannot pass by skipping tests.
 */
export function sharedFile(path: string): string | null {
  const file = SHARED_ROOT + path;
  if (existsSync(file)) return file;
  if (process.env['VIGIA_SHARED'] === 'required') throw new Error(`reference data is required but missing: ${path}`);
  return null;
}
