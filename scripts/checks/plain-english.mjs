/** @import { TextRule } from './text-rules.mjs' */

const PROSE = /[.]([cm]?[jt]sx?|md|sh)$/;
/**
 * Pattern of exempt files: Spanish texts, released migrations, texts of other authors, and these rules, whose tests
 * contain wrong examples.
 */
const NOT_OURS =
  /[.]es[.]tsx?$|\/migrations\/|^scripts\/checks\/|^CHANGELOG[.]md$|^apps\/web\/src\/shared\/i18n\/|^LICENSE|^GLOSSARY[.]md$/;
const CODE = /[.]([cm]?[jt]sx?|sql)$/;
const TESTS = /[.](test|e2e|prop)[.]tsx?$|-contract[.]ts$|\/conformance\//;

/**
 * Words that had a private meaning in this project, each with the standard term. With the standard term, a reader finds
 * the code by a search.
 * @type {readonly (readonly [string, string])[]}
 */
const WORDS = [
  ['told|tells?|telling|teller', 'publish, notify, send, report or return'],
  ['anew', 'again'],
  ['whoever|whomever|whom', 'name the subject: the client, the caller, the process'],
  ['he|him|his|himself|she|her|hers', 'they, or name the role: the user, the trader'],
  ['nobody|somebody|everybody', 'name the subject: no client, another user, every process'],
  ['heed|heeds|heeded|knock|knocks', 'apply or handle; reset'],
  ['mend|mends|mended|mending', 'fix or repair'],
  ['couriers?', 'outbox worker'],
  ['tenures?|seekers?', 'lease handle; lease acquirer'],
  ['hearings?', 'subscriptions'],
  ['farewells?', 'closing frame'],
  ['(?<!/)cabinets?', 'account pages'],
  ['deeds?', 'action'],
  ['thereof|therein|wherein|hence|thus|whence|hitherto|upon|nought|thither', 'plain word'],
  ['way outside|outside work', 'broker gateway'],
  ['loose ends?', 'unsettled signals'],
  ['for ever', 'forever, or without limit'],
  ['in doubt|doubts?', 'unknown outcome'],
  ['begins? anew|begun again', 'restart, retry or reconnect'],
  ['the house', 'built-in'],
  ['as it stands|as they stand', 'current state, or snapshot'],
];

/** Lines of code that the formatter cannot break: imports, and lines with a long string, class list or pattern. */
const UNBREAKABLE = [
  /^\s*(import|export) .*from |JSON[.]stringify/,
  /^[^/*]*['"`/].{60,}['"`/][,;)\]}\s\w.]*$|^[^/*]*(['"`])[^'"`]{60,}\1/,
];

/** Returns whether a line is a comment alone, so that it can be wrapped. @param {string} line */
const isComment = (line) => /^\s*(\/\*|\*|\/\/)/.test(line);

/** @type {readonly TextRule[]} */
export const PLAIN_ENGLISH = [
  ...WORDS.map(([words, better]) => ({
    name: `plain-english (${better})`,
    files: PROSE,
    exceptFiles: NOT_OURS,
    found: new RegExp(`(?<![\\w#.-])(${words})(?![\\w@-])(?!\\s*[:=(]\\s*['"\`]?$)`, 'i'),
  })),
  {
    name: 'comment-starts-with-its-subject',
    files: CODE,
    exceptFiles: NOT_OURS,
    found:
      /^\s*(\/\*\*|\/\*|\/\/|\*(?= (What|Who|Whom|Whose|Where|That|Nothing|Nobody) .*\*\/$)) (What|Who|Whom|Whose|That|Nobody) /,
    // The second and later lines of a comment may begin with such a word.
    excused: (line, before) => /^\s*\/\//.test(line) && /^\s*\/\//.test(before),
  },
  {
    name: 'test-name-starts-with-its-subject-or-verb',
    files: TESTS,
    exceptFiles: NOT_OURS,
    found:
      /\b(it|test)(\.\w+)*(\([^'"`]*\))?\(\s*['"`](what|who|whom|whoever|whose|where|nobody|nor|and|but|of|that|should)\b/,
  },
  {
    name: 'line-over-120-columns',
    files: CODE,
    exceptFiles: /\/migrations\/|[.]es[.]tsx?$|^packages\/client\/src\/api-types[.]ts$/,
    found: /^.{121,}$/,
    excused: (line) =>
      line.includes('oxlint-disable') || (!isComment(line) && UNBREAKABLE.some((part) => part.test(line))),
  },
];
