import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The language of the source texts. The build for this language replaces no texts. */
export const DEFAULT_LOCALE = 'es';
const PSEUDO = 'pseudo';

const MESSAGES = /[.]es[.]ts$/;
const AS_WRITTEN = '?as-written';
const MARKER = fileURLToPath(new URL('../src/shared/test/pseudo.ts', import.meta.url));

const MANIFEST = 'manifest.webmanifest';
/**
 * Patterns of the texts in the document and in the manifest. Group 1 is the quote or tag before a text, group 2 the
 * text.
 */
const DOCUMENT_TEXTS = /(<title>|<meta name="description" content=")([^<"]+)/g;
const MANIFEST_TEXTS = /("(?:name|short_name|description)": ")([^"]+)/g;

/**
 * Builds the app in another language. All texts are in files `*.es.ts`, and the code imports only these files. A build
 * for another language replaces each file by its sibling `*.<locale>.ts`, so that no user downloads a second language.
 * A missing sibling fails the build.
 *
 * Browsers read the document and the manifest before any code runs. Both are Spanish in the source. For another
 * language `page.<locale>.json` maps each Spanish text to its translation.
 * @param locale the value of `VIGIA_LOCALE`: a language tag, or `pseudo`
 */
export function buildLocale(locale: string): Plugin {
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
        : html.replace(/lang="[\w-]+"/, `lang="${locale}"`).replace(DOCUMENT_TEXTS, translatorFor(locale, config.root)),
    generateBundle() {
      const manifest = join(config.publicDir, MANIFEST);
      if (locale === DEFAULT_LOCALE || !existsSync(manifest)) return;
      const source = readFileSync(manifest, 'utf8')
        .replace(/("lang": ")[\w-]+/, `$1${locale}`)
        .replace(MANIFEST_TEXTS, translatorFor(locale, config.root));
      this.emitFile({ type: 'asset', fileName: MANIFEST, source });
    },
  };
}

/**
 * Returns a function that replaces a text by its translation.
 * @throws Error if `page.<locale>.json` is missing, or has no entry for a text
 */
function translatorFor(locale: string, root: string): (all: string, before: string, text: string) => string {
  const file = join(root, `page.${locale}.json`);
  const words: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const known = new Map(Object.entries(typeof words === 'object' && words !== null ? words : {}));
  return (_all, before, text) => {
    const translated: unknown = known.get(text);
    if (typeof translated !== 'string') throw new Error(`${file} has no words for '${text}'`);
    return before + translated;
  };
}

/** Returns a module with the exports of `id` in which every text is marked. */
function marked(id: string): string {
  const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  return [
    `import * as written from ${JSON.stringify(id + AS_WRITTEN)};`,
    `import { pseudo } from ${JSON.stringify(MARKER)};`,
    ...[...names].map(([, name]) => `export const ${name} = ${markedAs(`written.${name}`)};`),
  ].join('\n');
}

/**
 * Returns the code that marks one export. Intl reads the language tag, which is an export too. For `pseudo` this tag is
 * English, so that untranslated Spanish texts are noticeable.
 */
const markedAs = (text: string): string => (text === 'written.LANGUAGE' ? "'en'" : `pseudo(${text})`);
