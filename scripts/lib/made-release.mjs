import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './processes.mjs';
import { Stop } from './say.mjs';
import { ROOT } from './workspace.mjs';

/**
 * A package that users install.
 * @typedef {{ readonly folder: string, readonly file: string, readonly version: string }} Release
 */

/** Returns the newest package that was released. @returns {Release} */
export function newestReleasedPackage() {
  const folder = join(ROOT, 'released');
  const files = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').match(/\S+[.]tgz$/gm) ?? [];
  return releaseOf(folder, files.at(-1));
}

/**
 * Makes the package of the present version with `npm run release`.
 * @param {string} folder
 * @returns {Promise<Release>}
 */
export async function makeRelease(folder) {
  const { code, output } = await runNode('scripts/release.mjs', ['--to', folder]);
  if (code !== 0) throw new Stop(output);
  return releaseOf(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
}

/** @param {string} folder @param {string | undefined} file @returns {Release} */
function releaseOf(folder, file) {
  const version = /^vigia-(.+)[.]tgz$/.exec(file ?? '')?.[1];
  if (file === undefined || version === undefined) throw new Stop(`No hay un paquete en ${folder}.`);
  return { folder, file, version };
}
