import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. It does not depend on the folder from which a command is called. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', '.wireit', '.tsbuild', 'test-results', 'data']);

/**
 * Returns every file under `folders` in a stable order; no files for a missing folder. Paths are relative to the
 * project and have forward slashes.
 * @param {readonly string[]} folders
 * @param {{ root?: string }} [options]
 * @returns {string[]}
 */
export function filesUnder(folders, { root = ROOT } = {}) {
  return folders
    .flatMap((folder) => [...walk(join(root, folder))].map((file) => toPosix(relative(root, file))))
    .toSorted();
}

/**
 * Returns a digest that changes when a file is added, removed or written. The function does not read the contents of
 * the files, so it takes only milliseconds.
 * @param {readonly string[]} files relative to the project
 * @returns {string}
 */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(join(ROOT, file), { throwIfNoEntry: false });
    hash.update(`${file}\0${stat?.size ?? -1}\0${stat?.mtimeMs ?? -1}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} file absolute
 * @returns {string | null} the text of the file, or null if it does not exist
 */
export function readIfPresent(file) {
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null;
}

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* walk(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_OURS.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** @param {string} path */
const toPosix = (path) => path.split(sep).join('/');
