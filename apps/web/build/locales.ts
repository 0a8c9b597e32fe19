import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `es` is what is written; `pseudo` marks every text of it, for the test that looks for text which is not. */
export const DEFAULT_LOCALE = 'es';
const PSEUDO = 'pseudo';

const MESSAGES = /[.]es[.]ts$/;
const AS_WRITTEN = '?as-written';
const MARKER = fileURLToPath(new URL('../src/shared/test/pseudo.ts', import.meta.url));

/**
 * Every text lies in a file `*.es.ts`, and that name is all the code knows. In a build for another language each of them
 * stands for its sibling `*.<locale>.ts`: chosen once, when it is built, so that nobody downloads a second language.
 * A sibling that is missing ends the build.
 * @param locale what `VIGIA_LOCALE` says: a language tag, or `pseudo`
 */
export function locales(locale: string): Plugin {
  return {
    name: 'vigia:locales',
    enforce: 'pre',
    load(id) {
      if (locale === DEFAULT_LOCALE || !MESSAGES.test(id)) return null;
      if (locale === PSEUDO) return marked(id);
      const sibling = id.replace(MESSAGES, `.${locale}.ts`);
      if (!existsSync(sibling)) this.error(`${id} has no translation: ${sibling} is missing`);
      this.addWatchFile(sibling);
      return `export * from ${JSON.stringify(sibling)};`;
    },
    transformIndexHtml: (html) =>
      locale === DEFAULT_LOCALE ? html : html.replace(/lang="[\w-]+"/, `lang="${locale}"`),
  };
}

/** The same exports, each with its texts marked. */
function marked(id: string): string {
  const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  return [
    `import * as written from ${JSON.stringify(id + AS_WRITTEN)};`,
    `import { pseudo } from ${JSON.stringify(MARKER)};`,
    ...[...names].map(([, name]) => `export const ${name} = ${markedAs(`written.${name}`)};`),
  ].join('\n');
}

/** The language's own tag is read by Intl, whose words are English then: whatever is Spanish stands out. */
const markedAs = (text: string): string => (text === 'written.LANGUAGE' ? "'en'" : `pseudo(${text})`);
