import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isProduction } from './production-files.mjs';

/**
 * The maximum number of `as` casts per 1000 lines of production code. Lower this number after a change that removes
 * casts.
 */
const CASTS_PER_1000_LINES = 0.6;

/**
 * Counts the `as` casts in production code, except `as const` and renamed imports.
 * @param {readonly string[]} files relative to `root`
 * @param {string} root
 * @param {number} [limit] casts per 1000 lines
 * @returns {string[]} one line if the casts exceed the limit
 */
export function castFaults(files, root, limit = CASTS_PER_1000_LINES) {
  const counted = files.filter(isProduction).map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, lines: text.split('\n').length - 1, casts: castsIn(file, text) };
  });
  const lines = sum(counted.map((each) => each.lines));
  const casts = sum(counted.map((each) => each.casts));
  if (casts * 1_000 <= limit * lines) return [];
  const most = counted.toSorted((a, b) => b.casts - a.casts).slice(0, 5);
  return [
    `type-casts: ${casts} casts in ${lines} lines, ${limit} per 1000 allowed; most: ${most.map(({ file, casts: count }) => `${file} (${count})`).join(', ')}`,
  ];
}

/** @param {string} file @param {string} text @returns {number} */
export function castsIn(file, text) {
  // Parsing takes most of the time, and most files have no cast. The parser therefore reads only files with a possible
  // cast.
  if (!/\bas\b|<\w+>/.test(text)) return 0;
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return countCasts(program);
}

/** @param {unknown} node @returns {number} */
function countCasts(node) {
  if (typeof node !== 'object' || node === null) return 0;
  return sum(Object.values(node).map(countCasts)) + (isCast(node) ? 1 : 0);
}

/** @param {{ type?: unknown, typeAnnotation?: { typeName?: { name?: unknown } } }} node */
const isCast = ({ type, typeAnnotation }) =>
  (type === 'TSAsExpression' && typeAnnotation?.typeName?.name !== 'const') || type === 'TSTypeAssertion';

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
