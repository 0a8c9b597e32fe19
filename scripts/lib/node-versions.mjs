import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, runNpm } from './processes.mjs';
import { Stop } from './say.mjs';
import { ROOT } from './workspace.mjs';

/** The oldest Node that `engines` allows, and the newest releases of the later lines with long support. */
export const NODE_VERSIONS = ['20.19.0', '22.23.3', '24.21.0'];

/**
 * Returns the program of a Node version. It comes from npm's packages of Node, one for each system, and stays in the
 * cache folder. It is no dependency of the project.
 * @param {string} version
 * @returns {Promise<string>} its path
 * @throws Stop if there is no such version for this system
 */
export async function nodeProgram(version) {
  const folder = join(ROOT, '.cache/nodes', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const file = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const fetched = existsSync(file) ? '' : await fetchNode(folder, `${name}@${version}`);
  const { stdout, output } = await run(file, ['--version']);
  if (stdout.trim() !== `v${version}`) throw new Stop(`No se pudo traer Node ${version}:\n${fetched}${output}`);
  return file;
}

/** @param {string} folder @param {string} wanted a package with its version */
async function fetchNode(folder, wanted) {
  const quiet = ['--no-save', '--no-package-lock', '--loglevel=error', '--engine-strict=false'];
  return (await runNpm(['install', '--prefix', folder, ...quiet, wanted])).output;
}
