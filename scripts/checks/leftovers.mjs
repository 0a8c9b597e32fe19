/** @import { TextRule } from './text-rules.mjs' */

const CODE = /[.]([cm]?[jt]sx?|css|html|sh|sql|ya?ml)$|^[.]ci\//;
/** Folders that contain these rules and their tests, so also wrong examples. */
const RULES_THEMSELVES = /^scripts\/(checks|lint)\//;

/** @type {(line: string, before: string) => boolean} */
const explained = (line, before) => /\/\/\s*\S{3,}/.test(line) || /^\s*(\/\/|\*|\/\*)/.test(before);

/**
 * Marks of unfinished work, and of disabled checks.
 * @type {readonly TextRule[]}
 */
export const LEFTOVERS = [
  {
    name: 'unfinished',
    files: CODE,
    exceptFiles: RULES_THEMSELVES,
    found: /(\/\/|\/\*|^\s*\*|#|<!--|--).*\b(TODO|FIXME|XXX|HACK)\b/,
  },
  {
    name: 'test-alone',
    files: /[.](test|e2e)[.]tsx?$/,
    exceptFiles: RULES_THEMSELVES,
    found: /\b(it|test|describe|suite)(\.\w+)*\.only\b/,
  },
  {
    name: 'test-off-without-reason',
    files: /[.](test|e2e)[.]tsx?$/,
    exceptFiles: RULES_THEMSELVES,
    found: /\b(it|test|describe|suite)(\.\w+)*\.(skip|todo|fixme|fails)\(|^\s*x(it|describe|test)\(/,
    excused: explained,
  },
  {
    name: 'lint-off-without-reason',
    files: CODE,
    exceptFiles: RULES_THEMSELVES,
    found: /\b(ox|es)lint-(disable|enable)/,
    excused: (line) => /\b(ox|es)lint-disable-(next-)?line [\w/@-]+(, [\w/@-]+)* -- \S.{9,}/.test(line),
  },
  { name: 'types-off', files: CODE, exceptFiles: RULES_THEMSELVES, found: /@ts-(ignore|nocheck)\b/ },
  {
    name: 'types-off-without-reason',
    files: CODE,
    exceptFiles: RULES_THEMSELVES,
    found: /@ts-expect-error\b/,
    excused: (line) => /@ts-expect-error\s+\S.{9,}/.test(line),
  },
];
