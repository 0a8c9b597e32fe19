import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, it } from 'vitest';
import { buildLocale } from './locales.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds a page with one message for a locale, and returns the text of the build. */
async function builtIn(locale: string, files: Readonly<Record<string, string>>): Promise<string> {
  root = mkdtempSync(join(tmpdir(), 'vigia-locale-'));
  const page = '<!doctype html><html lang="es-419"><script type="module" src="./main.ts"></script></html>';
  const main = "import { words } from './words.es.ts'; console.log(words.buy);";
  for (const [name, text] of Object.entries({ 'index.html': page, 'main.ts': main, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [buildLocale(locale)],
    build: { write: false },
  });
  if (!('output' in result)) throw new Error('one output expected');
  return result.output.map((file) => String(file.type === 'chunk' ? file.code : file.source)).join('\n');
}

const SPANISH = { 'words.es.ts': "export const words = { buy: 'Comprar' };" };
const ENGLISH = { 'words.en.ts': "export const words = { buy: 'Buy' };", 'page.en.json': '{}' };

/** Text of the document and the manifest, without the app code. */
const OURS = {
  'index.html': readFileSync(new URL('../index.html', import.meta.url), 'utf8').replace(/<script[^]*?<\/script>/g, ''),
  'public/manifest.webmanifest': readFileSync(new URL('../public/manifest.webmanifest', import.meta.url), 'utf8'),
};
const TEXTS = [
  'Vigía',
  'Vigía: señales que puedes comprobar',
  'Vigía busca rachas de velas que se agotan y te dice cuánto vale de verdad cada acierto en opciones binarias.',
  'Señales de opciones binarias que puedes comprobar, y lo que vale de verdad cada acierto.',
  'Inicio',
  'Estrategias PCR',
  'Calculadora',
];
const pageIn = (texts: readonly string[]) =>
  JSON.stringify(Object.fromEntries(texts.map((text, index) => [text, `text ${index}`])));

it('the build contains the Spanish texts when no locale is set', async () => {
  const built = await builtIn('es', { ...SPANISH, ...ENGLISH });
  expect(built).toContain('Comprar');
  expect(built).toContain('lang="es-419"');
  expect(built).not.toContain('Buy');
});

it('the build contains only the texts of its own locale', async () => {
  const built = await builtIn('en', { ...SPANISH, ...ENGLISH });
  expect(built).toContain('Buy');
  expect(built).toContain('lang="en"');
  expect(built).not.toContain('Comprar');
});

it('the build fails if a message file has no translation, and names the message file', async () => {
  await expect(builtIn('en', SPANISH)).rejects.toThrow(/words\.en\.ts is missing/);
});

it('the build also translates the HTML document and the web manifest', async () => {
  const built = await builtIn('en', { ...OURS, 'page.en.json': pageIn(TEXTS) });
  for (const text of TEXTS) expect(built).not.toContain(text);
  for (const index of TEXTS.keys()) expect(built).toContain(`text ${index}`);
  expect(built).toContain('lang="en"');
  expect(built).toContain('"lang": "en"');
});

it.each(TEXTS)('the build fails if "%s" has no translation', async (missing) => {
  const others = TEXTS.filter((text) => text !== missing);
  await expect(builtIn('en', { ...OURS, 'page.en.json': pageIn(others) })).rejects.toThrow(`'${missing}'`);
});
