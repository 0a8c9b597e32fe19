import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { LARGE_FILES, LARGE_FUNCTIONS, LARGE_TESTS } from './large-on-purpose.mjs';
import { isProduction } from './production-files.mjs';

const FILE_LINES = 250;
const FUNCTION_LINES = 75;
/** Limit for tests, test helpers, benchmarks and scripts. It is higher, because a suite is read case by case. */
const TEST_LINES = 500;

const MESSAGES = /messages|[.]es[.]tsx?$/;
const CODE = /[.]([cm]?[jt]s|[jt]sx)$/;

/**
 * Exceptions by name, each with its own limit of lines. Without it, a long file that is listed once could grow further.
 * @typedef {Readonly<Record<string, { readonly most: number, readonly why: string }>>} Exceptions
 * @typedef {{ readonly files: Exceptions, readonly functions: Exceptions, readonly tests: Exceptions }} Allowed
 * @typedef {{ readonly name: string, readonly lines: number }} Sized
 */

/** @type {Allowed} */
const ON_PURPOSE = { files: LARGE_FILES, functions: LARGE_FUNCTIONS, tests: LARGE_TESTS };

/**
 * Finds three kinds of faults: files and functions that are too long and not listed as exceptions, exceptions that are
 * longer than their own limit, and exceptions that are not too long any more. Tests, test helpers, benchmarks and
 * scripts have a limit of their own, and none for functions.
 * @param {readonly string[]} files relative to `root`
 * @param {string} root
 * @param {Allowed} [allowed] the exceptions, each with its reason
 * @returns {string[]} one line per fault
 */
export function sizeFaults(files, root, allowed = ON_PURPOSE) {
  const sources = files
    .filter((file) => isProduction(file) && !MESSAGES.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const productionFiles = sources.map(({ file, text }) => ({ name: file, lines: linesOf(text) }));
  const functions = sources
    .filter(({ text }) => linesOf(text) > FUNCTION_LINES)
    .flatMap(({ file, text }) => functionsIn(file, text));
  const tests = files
    .filter((file) => CODE.test(file) && !isProduction(file) && !MESSAGES.test(file))
    .map((file) => ({ name: file, lines: linesOf(readFileSync(join(root, file), 'utf8')) }));
  return [
    ...differences('file', FILE_LINES, productionFiles, allowed.files),
    ...differences('function', FUNCTION_LINES, functions, allowed.functions),
    ...differences('test or tool', TEST_LINES, tests, allowed.tests),
  ];
}

/**
 * @param {string} what
 * @param {number} limit
 * @param {readonly Sized[]} all
 * @param {Exceptions} allowed
 */
function differences(what, limit, all, allowed) {
  const long = all.filter(({ lines }) => lines > limit);
  return [
    ...long
      .filter(({ name, lines }) => lines > (allowed[name]?.most ?? limit))
      .map(({ name }) => `${name}: a ${what} of more than ${allowed[name]?.most ?? limit} lines`),
    ...Object.keys(allowed)
      .filter((name) => !long.some((one) => one.name === name))
      .map((name) => `${name}: listed as long, but it is not`),
  ];
}

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
