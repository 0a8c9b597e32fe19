import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/workspace.mjs';

/** The page whose tables list the files of an adapter, each with its purpose. */
const PAGE = 'brokers/README.md';
/** Adapters without a network connection. */
const WIRELESS = new Set(['simulated']);

/**
 * The file names in the tables of the page, by the heading above each table.
 * @typedef {{ every: readonly string[], some: readonly string[], own: ReadonlyMap<string, readonly string[]> }} Roles
 */

/**
 * Checks that all adapters use the same file name for the same purpose. Every adapter must have each file of the first
 * table, and no file that the page does not name.
 * @param {string} [root]
 * @returns {string[]} one line per fault, "<file>: <what is wrong>"
 */
export function adapterFileFaults(root = ROOT) {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const adapters = readdirSync(join(root, 'brokers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !WIRELESS.has(entry.name))
    .map(({ name }) => name);
  return ['src', 'src/simulator'].flatMap((folder) => {
    const roles = rolesIn(page, folder);
    const named = [...roles.own.keys()].filter((adapter) => !adapters.includes(adapter));
    return [
      ...named.map((adapter) => `${PAGE}: names an adapter that does not exist: ${adapter}`),
      ...adapters.flatMap((adapter) => faultsOf(join('brokers', adapter, folder), roles, adapter, root)),
    ];
  });
}

/**
 * @param {string} folder
 * @param {Roles} roles
 * @param {string} adapter
 * @param {string} root
 */
function faultsOf(folder, { every, some, own }, adapter, root) {
  const files = readdirSync(join(root, folder)).filter((name) => !/[.]test[.]ts$|^testing-|^simulator$/.test(name));
  const ofAdapter = own.get(adapter) ?? [];
  const allowed = new Set([...every, ...some, ...ofAdapter]);
  return [
    ...every.filter((name) => !files.includes(name)).map((name) => `${folder}/${name}: every adapter has this file`),
    ...files.filter((name) => !allowed.has(name)).map((name) => `${folder}/${name}: ${PAGE} does not name this file`),
    ...ofAdapter.filter((name) => !files.includes(name)).map((name) => `${folder}/${name}: ${PAGE} names it in vain`),
  ];
}

/**
 * @param {string} page
 * @param {string} folder
 * @returns {Roles}
 */
function rolesIn(page, folder) {
  const [every = [], some = [], own = []] = [
    `Every adapter, \`${folder}\``,
    `Some adapters, \`${folder}\``,
    `One adapter, \`${folder}\``,
  ].map((heading) => rowsUnder(page, heading));
  if (every.length === 0) throw new Error(`${PAGE} has no table of the files in ${folder}`);
  return {
    every: every.flatMap(([name]) => name ?? []),
    some: some.flatMap(([name]) => name ?? []),
    own: new Map(own.map(([adapter = '', ...files]) => [adapter, files])),
  };
}

/**
 * Returns the words in backquotes of each table row under a heading. If a row also states a purpose, the first word is
 * the file name.
 * @param {string} page
 * @param {string} heading
 */
function rowsUnder(page, heading) {
  const [, after = ''] = page.split(`### ${heading}\n`);
  const [section = ''] = after.split('\n#');
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes('`'))
    .map((line) => [...line.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []));
}
