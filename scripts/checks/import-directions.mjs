import { createRequire } from 'node:module';
import { join } from 'node:path';
import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import { filesUnder, ROOT } from '../lib/workspace.mjs';

const FOLDERS = ['packages', 'brokers', 'apps', 'e2e', 'bench', 'faults', 'scripts'];

readTsxToo(swc.Compiler.prototype);

/**
 * Checks the imports of a folder tree against .dependency-cruiser.cjs. If the tool reads fewer files than exist, that
 * is a fault too: without its parser, the tool reads no files and reports no errors.
 * @param {string} [root]
 * @param {import('dependency-cruiser').ICruiseOptions} [otherwise] options that replace the defaults
 * @returns {Promise<string[]>} one line per violation, "<rule>: <from> → <to>"
 */
export async function importDirectionFaults(root = ROOT, otherwise = {}) {
  const { forbidden, options } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs'));
  const folders = FOLDERS.filter((folder) => filesUnder([folder], { root }).length > 0);
  const sources = filesUnder(folders, { root }).filter((file) => /[.]tsx?$/.test(file));
  const { output } = await cruise(folders, {
    ...options,
    ...otherwise,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered in words: ${output}`);

  const cruised = output.modules.filter(
    ({ source, couldNotResolve }) => !couldNotResolve && !source.includes('node_modules/'),
  );
  return [
    ...missing(sources, new Set(cruised.map(({ source }) => source))),
    ...output.summary.violations.map(({ rule, from, to }) =>
      from === to ? `${rule.name}: ${from}` : `${rule.name}: ${from} → ${to}`,
    ),
  ];
}

/**
 * @param {readonly string[]} sources
 * @param {ReadonlySet<string>} cruised
 */
function missing(sources, cruised) {
  const unread = sources.filter((file) => !cruised.has(file));
  if (sources.length === 0) return ['no-source-files: there is nothing to cruise'];
  return unread.length === 0
    ? []
    : [`not-all-cruised: ${unread.length} of ${sources.length} files were not read, such as ${unread[0]}`];
}

/**
 * Makes dependency-cruiser select the parser by the file name. Version 17.4.3 parses every file as plain TypeScript,
 * and fails at the first JSX element.
 * @param {swc.Compiler} compiler
 */
function readTsxToo(compiler) {
  const { parseFileSync } = compiler;
  /** @this {swc.Compiler} @param {string} path @param {swc.ParseOptions} options */
  const value = function parseByName(path, options) {
    return parseFileSync.call(this, path, { ...options, syntax: 'typescript', tsx: path.endsWith('.tsx') });
  };
  Object.defineProperty(compiler, 'parseFileSync', { value });
}
