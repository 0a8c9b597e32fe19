/** @import { TextRule } from './text-rules.mjs' */

const SCREENS = /^apps\/web\/src\/.*[.]tsx?$/;
const NOT_SCREENS = /[.]test[.]tsx?$|[.]es[.]ts$|\/testing[.]tsx?$|^apps\/web\/src\/(shared\/test|worker)\//;
/** The folder of the shared UI components. */
const SHARED_UI = /^apps\/web\/src\/shared\/ui\//;
/**
 * Pattern of components with a special style, each of which only one file may use: the searchable lists and the phone's
 * drawer.
 */
const ONE_OF_A_KIND =
  /^apps\/web\/src\/(app\/palette\/|app\/layout\/mobile-menu[.]tsx|shared\/chart\/symbol-list[.]tsx|shared\/ui\/)/;

/** @param {RegExp} more */
const notScreensNor = (more) => new RegExp(`${NOT_SCREENS.source}|${more.source}`);

/**
 * Returns true if a comment in this line or in the line above explains the code.
 * @type {(line: string, before: string) => boolean}
 */
const explained = (line, before) => /\/\/ \S.{9,}|\/\* \S.{9,}/.test(line) || /^\s*(\/\/|\/\*|\{\/\*)/.test(before);

/**
 * Code that would make a screen look or read differently from the other screens: a colour, size or radius that is not a
 * design token, a UI library that is used directly, or text in the code.
 * @type {readonly TextRule[]}
 */
export const WEB_STYLE = [
  {
    name: 'colour-past-the-tokens',
    files: SCREENS,
    exceptFiles: notScreensNor(SHARED_UI),
    found: /\[#[0-9a-f]{3,8}\]|['"]#[0-9a-f]{3,8}['"]|\b(rgba?|hsla?|oklch)\(/i,
    excused: explained,
  },
  {
    name: 'size-past-the-tokens',
    files: SCREENS,
    exceptFiles: notScreensNor(SHARED_UI),
    found:
      /(?<![\w-])((text|font|rounded|rounded-\w+|shadow|z|leading)-\[(?!var\()|(p|m)[xytrbl]?-\[\d|gap(-[xy])?-\[\d)/,
    excused: explained,
  },
  {
    name: 'library-past-the-component-layer',
    files: SCREENS,
    exceptFiles: notScreensNor(ONE_OF_A_KIND),
    found: /from '(radix-ui|cmdk|sonner|@radix-ui\/[\w-]+)'/,
    excused: explained,
  },
  {
    name: 'language-in-the-code',
    files: SCREENS,
    exceptFiles: NOT_SCREENS,
    found: /['"]es-\w+['"]|\.toLocale(Date|Time)?String\(|new Intl\.\w+\((\)|undefined)|localeCompare\([^,]*, 'es'\)/,
    excused: explained,
  },
  {
    name: 'spanish-in-the-code',
    files: SCREENS,
    exceptFiles: NOT_SCREENS,
    found: /(['"`])(?:(?!\1).)*[áéíóúñ¿¡](?:(?!\1).)*\1/i,
    excused: (line) => /^\s*(\/?\*|\/\/)/.test(line) || !/[áéíóúñ¿¡]/i.test(line.replaceAll('Vigía', '')),
  },
];
