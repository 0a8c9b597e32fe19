import { join } from 'node:path';
import { runNpm } from './processes.mjs';
import { duration, Stop, say } from './say.mjs';
import { ROOT, readIfPresent } from './workspace.mjs';

const OLDEST_NODE = /** @type {const} */ ([20, 19]);
const HEARTBEAT_MS = 10_000;

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean,
 *   devOptional?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * Prepares the machine to run the project. If a part is missing, it stops with a message about that part. The function
 * uses only Node's built-in modules, because the dependencies may not be installed yet.
 */
export async function ensureInstalled() {
  checkNode(process.versions.node);
  if (!isInstalled()) await install();
}

/** @param {string} version such as "20.20.2" */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Stop(
    `Vigía necesita Node ${OLDEST_NODE.join('.')} o más nuevo y este es ${version}: instálalo desde https://nodejs.org.`,
  );
}

/**
 * Returns true if the installation is complete. Npm writes a copy of the lock file into node_modules only when an
 * installation is complete.
 */
function isInstalled() {
  const wanted = readIfPresent(join(ROOT, 'package-lock.json'));
  const present = readIfPresent(join(ROOT, 'node_modules/.package-lock.json'));
  return wanted !== null && present !== null && lockHolds(JSON.parse(wanted), JSON.parse(present));
}

/**
 * Returns true if every package of the lock file is installed in the locked version. Optional packages, such as
 * binaries for other systems, may be missing.
 * @param {Lock} wanted
 * @param {Lock} present
 */
export function lockHolds(wanted, present) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const installed = present.packages[path];
    if (!installed) return Boolean(entry.optional || entry.devOptional);
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

async function install() {
  const startedMs = performance.now();
  say('Instalando las dependencias (npm ci); la primera vez tarda alrededor de medio minuto…');
  const heartbeat = setInterval(
    () => say(`  … sigue instalando (${duration(performance.now() - startedMs)})`),
    HEARTBEAT_MS,
  );
  const { code, output } = await runNpm([
    'ci',
    '--include=dev',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  clearInterval(heartbeat);
  if (code !== 0) {
    process.stderr.write(output);
    throw new Stop('La instalación de las dependencias falló: revisa la conexión a internet y lo que npm dice arriba.');
  }
  say(`Dependencias instaladas en ${duration(performance.now() - startedMs)}`);
}
