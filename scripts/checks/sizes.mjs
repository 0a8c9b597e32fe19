import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { LARGE_FILES, LARGE_FUNCTIONS } from './large-on-purpose.mjs';
import { isProduction } from './production-files.mjs';

const FILE_LINES = 250;
const FUNCTION_LINES = 75;

const MESSAGES = /messages/;

/** @typedef {{ readonly files: Readonly<Record<string, string>>, readonly functions: Readonly<Record<string, string>> }} Allowed */

/** @type {Allowed} */
const ON_PURPOSE = { files: LARGE_FILES, functions: LARGE_FUNCTIONS };

/**
 * Finds two kinds of faults: production files and functions that are too long and not listed as exceptions, and
 * exceptions that are not too long any more.
 * @param {readonly string[]} files relative to `root`
 * @param {string} root
 * @param {Allowed} [allowed] the exceptions, each with its reason
 * @returns {string[]} one line per fault
 */
export function sizeFaults(files, root, allowed = ON_PURPOSE) {
  const sources = files
    .filter((file) => isProduction(file) && !MESSAGES.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const long = sources.filter(({ text }) => linesOf(text) > FILE_LINES).map(({ file }) => file);
  const longFunctions = sources
    .filter(({ text }) => linesOf(text) > FUNCTION_LINES)
    .flatMap(({ file, text }) => functionsIn(file, text).filter(({ lines }) => lines > FUNCTION_LINES))
    .map(({ name }) => name);
  return [
    ...differences('file', FILE_LINES, long, Object.keys(allowed.files)),
    ...differences('function', FUNCTION_LINES, longFunctions, Object.keys(allowed.functions)),
  ];
}

/** @param {string} what @param {number} limit @param {readonly string[]} long @param {readonly string[]} listed */
const differences = (what, limit, long, listed) => [
  ...long.filter((name) => !listed.includes(name)).map((name) => `${name}: a ${what} of more than ${limit} lines`),
  ...listed.filter((name) => !long.includes(name)).map((name) => `${name}: listed as long, but it is not`),
];

/** @param {string} text */
const linesOf = (text) => text.split('\n').length - 1;

/**
 * @param {string} file
 * @param {string} text
 * @returns {{ name: string, lines: number }[]} every function as `file#name`; an anonymous one has its outer name
 */
export function functionsIn(file, text) {
  /** @type {{ name: string, lines: number }[]} */
  const found = [];
  /** @param {unknown} node @param {string} around */
  const visit = (node, around) => {
    if (typeof node !== 'object' || node === null) return;
    const { type = '', id, key, start, end, body } = /** @type {Record<string, any>} */ (node);
    const name = id?.name ?? key?.name ?? around;
    if (/Function/.test(type) && body)
      found.push({ name: `${file}#${name}`, lines: linesOf(text.slice(start, end)) + 1 });
    for (const child of Object.values(node)) visit(child, name);
  };
  visit(parseSync(file, text).program, '');
  return found;
}
