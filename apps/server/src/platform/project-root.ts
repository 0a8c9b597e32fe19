import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of the project: the nearest folder above this file (source or bundle) that contains the workspaces. */
export const PROJECT_ROOT = findUp(dirname(fileURLToPath(import.meta.url)));

/** Folder of the built web app. */
export const WEB_ROOT = join(PROJECT_ROOT, 'apps/web/dist');

const manifest = z
  .object({ version: z.string(), vigia: z.object({ packaged: z.literal(true) }).optional() })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));

export const VERSION = manifest.version;

/** Whether this program was installed as a package. A clone keeps its data inside itself, a package must not. */
export const IS_PACKAGED = manifest.vigia !== undefined;

function findUp(folder: string): string {
  if (existsSync(join(folder, 'apps/server/package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('the project folder was not found above the running program');
  return findUp(parent);
}
