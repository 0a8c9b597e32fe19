import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../lib/processes.mjs';
import { duration, Stop, say } from '../lib/say.mjs';
import { ROOT } from '../lib/workspace.mjs';

/**
 * A program that tests need and that is not part of the project.
 * @typedef {object} Program
 * @property {string} name the name of its file
 * @property {string} variable the environment variable with its path
 * @property {string} debianPackage
 * @property {string} debianFile the path of the file in that package, from the root
 */

/**
 * Finds the program in this order: the path in the environment variable, the PATH, Debian's package. The package is
 * unpacked in the project's cache folder. Nothing is installed on the machine, and no service is started.
 * @param {Program} program
 * @returns {Promise<string | null>} its path; null if the program is missing and cannot be downloaded
 */
export async function programPath(program) {
  const named = process.env[program.variable];
  if (named && !existsSync(named)) throw new Stop(`${program.variable} dice «${named}», donde no hay nada.`);
  const own = join(folderOf(program), program.debianFile);
  const found = named ?? inPath(program.name) ?? (existsSync(own) ? own : null);
  if (found || !existsSync('/usr/bin/apt-get')) return found;
  await unpack(program);
  return existsSync(own) ? own : null;
}

/**
 * @param {Program} program
 * @returns {Promise<string>} the path of the program
 */
export async function ensureProgram(program) {
  const path = await programPath(program);
  if (path) return path;
  throw new Stop(`No hay ${program.name} y no se pudo traer: instálalo o di dónde está con ${program.variable}.`);
}

/** @param {string} name */
function inPath(name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? null;
}

/** @param {Program} program */
const folderOf = ({ debianPackage }) => join(ROOT, '.cache', debianPackage);

/** @param {Program} program */
async function unpack(program) {
  const startedMs = performance.now();
  say(`  No hay ${program.name}: se trae para las pruebas (paquete ${program.debianPackage} de Debian)…`);
  const folder = folderOf(program);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const output = await download(program.debianPackage, folder);
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  if (!archive) return say(`${output}\n  No se pudo`);
  await run('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
  say(`  ${program.name} traído en ${duration(performance.now() - startedMs)}`);
}

/**
 * Downloads the Debian package. A new machine has no package lists yet, and only root may load them.
 * @param {string} debianPackage
 * @param {string} folder
 */
async function download(debianPackage, folder) {
  const first = await run('apt-get', ['download', '-qq', debianPackage], { cwd: folder });
  if (first.code === 0 || process.getuid?.() !== 0) return first.output;
  const update = await run('apt-get', ['update', '-qq']);
  const second = await run('apt-get', ['download', '-qq', debianPackage], { cwd: folder });
  return update.output + second.output;
}
