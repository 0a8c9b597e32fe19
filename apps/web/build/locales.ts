import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `es` is what is written; `pseudo` marks every text of it, for the test that looks for text which is not. */
export const DEFAULT_LOCALE = 'es';
const PSEUDO = 'pseudo';

const MESSAGES = /[.]es[.]ts$/;
const AS_WRITTEN = '?as-written';
const MARKER = fileURLToPath(new URL('../src/shared/test/pseudo.ts', import.meta.url));

const MANIFEST = 'manifest.webmanifest';
/** Of the document and the manifest, in the order of their parts: the quotes or tags around a text, and the text. */
const DOCUMENT_TEXTS = /(<title>|<meta name="description" content=")([^<"]+)/g;
const MANIFEST_TEXTS = /("(?:name|short_name|description)": ")([^"]+)/g;

/**
 * Every text lies in a file `*.es.ts`, and that name is all the code knows. In a build for another language each of them
 * stands for its sibling `*.<locale>.ts`: chosen once, when it is built, so that nobody downloads a second language.
 * A sibling that is missing ends the build.
 *
 * What is read before any code runs, the document and the manifest of the installed app, is Spanish as it stands; for
 * another language `page.<locale>.json` says each of its texts anew, by the Spanish one.
 * @param locale what `VIGIA_LOCALE` says: a language tag, or `pseudo`
 */
export function locales(locale: string): Plugin {
  let config = { root: '', publicDir: '' };
  return {
    name: 'vigia:locales',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved;
    },
    load(id) {
      if (locale === DEFAULT_LOCALE || !MESSAGES.test(id)) return null;
      if (locale === PSEUDO) return marked(id);
      const sibling = id.replace(MESSAGES, `.${locale}.ts`);
      if (!existsSync(sibling)) this.error(`${id} has no translation: ${sibling} is missing`);
      this.addWatchFile(sibling);
      return `export * from ${JSON.stringify(sibling)};`;
    },
    transformIndexHtml: (html) =>
      locale === DEFAULT_LOCALE
        ? html
        : html.replace(/lang="[\w-]+"/, `lang="${locale}"`).replace(DOCUMENT_TEXTS, wordedIn(locale, config.root)),
    generateBundle() {
      const manifest = join(config.publicDir, MANIFEST);
      if (locale === DEFAULT_LOCALE || !existsSync(manifest)) return;
      const source = readFileSync(manifest, 'utf8')
        .replace(/("lang": ")[\w-]+/, `$1${locale}`)
        .replace(MANIFEST_TEXTS, wordedIn(locale, config.root));
      this.emitFile({ type: 'asset', fileName: MANIFEST, source });
    },
  };
}

/** What takes the place of a Spanish text. @throws where `page.<locale>.json` is missing, or says nothing for it */
function wordedIn(locale: string, root: string): (all: string, before: string, text: string) => string {
  const file = join(root, `page.${locale}.json`);
  const words: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const known = new Map(Object.entries(typeof words === 'object' && words !== null ? words : {}));
  return (_all, before, text) => {
    const told: unknown = known.get(text);
    if (typeof told !== 'string') throw new Error(`${file} has no words for '${text}'`);
    return before + told;
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
