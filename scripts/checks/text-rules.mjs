import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A rule that checks every line of a file. It applies to comments and to files of any language; a linter covers only
 * the code of one language.
 * @typedef {object} TextRule
 * @property {string} name
 * @property {RegExp} files paths of the files that the rule applies to
 * @property {RegExp} [exceptFiles]
 * @property {RegExp} found the text that a line must not contain
 * @property {(line: string, before: string) => boolean} [excused] whether a match is allowed, given the line and the
 * line before it
 */

/**
 * @param {readonly TextRule[]} rules
 * @param {readonly string[]} files relative to `root`
 * @param {string} root
 * @returns {string[]} one line per fault, "<rule>: <file>:<line> <text>"
 */
export function textFaults(rules, files, root) {
  return files.flatMap((file) => {
    const applying = rules.filter((rule) => rule.files.test(file) && !rule.exceptFiles?.test(file));
    return applying.length === 0 ? [] : faultsOf(applying, file, readFileSync(join(root, file), 'utf8').split('\n'));
  });
}

/**
 * @param {readonly TextRule[]} rules
 * @param {string} file
 * @param {readonly string[]} lines
 */
function faultsOf(rules, file, lines) {
  return lines.flatMap((line, index) =>
    rules
      .filter((rule) => rule.found.test(line) && !rule.excused?.(line, lines[index - 1] ?? ''))
      .map((rule) => `${rule.name}: ${file}:${index + 1}  ${line.trim().slice(0, 100)}`),
  );
}
