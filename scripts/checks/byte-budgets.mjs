import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../lib/workspace.mjs';

/** Bytes in a kilobyte: 1000, not 1024, which makes the limit stricter. */
const KB = 1_000;

const ENTRY = 'index.html';

/**
 * The limit for the size of the code that a visit of a screen loads before the first click. `routes` are the chunks
 * that the router loads at the screen's address; their static imports count too. The entry chunk always counts. Dynamic
 * imports do not count: the auth client and the market scene on the landing page, the auth client and the drawing
 * library on the dashboard.
 * @typedef {{ screen: string, limitKb: number, routes: readonly string[] }} Budget
 */

/** @type {readonly Budget[]} */
export const BYTE_BUDGETS = [
  { screen: 'portada', limitKb: 130, routes: ['src/app/landing-screen.tsx'] },
  { screen: 'entrar', limitKb: 200, routes: ['src/app/layout/sign-in-frame.tsx', 'src/features/auth/login-page.tsx'] },
  { screen: 'inicio', limitKb: 265, routes: ['src/app/layout/main-layout.tsx', 'src/app/dashboard-screen.tsx'] },
];

/**
 * The list of output files that the bundler writes. The key is the source file (`src/…`), or a name for a chunk without
 * a source file.
 * @typedef {Readonly<Record<string, { readonly file: string, readonly imports?: readonly string[] }>>} Manifest
 */

/** @typedef {{ manifest: Manifest, code: ReadonlyMap<string, string> }} Built `code` by file of the manifest */

/**
 * @param {Built} built
 * @param {readonly Budget[]} [budgets]
 * @returns {string[]} one line for each budget that is exceeded, or has a route that is no longer a chunk
 */
export function budgetFaults(built, budgets = BYTE_BUDGETS) {
  return budgets.flatMap(({ screen, limitKb, routes }) => {
    const gone = [ENTRY, ...routes].filter((name) => !(name in built.manifest));
    if (gone.length > 0)
      return [`${screen}: ${gone.join(', ')} is no chunk of the build: name what the route loads now`];
    const files = firstLoad(built, routes);
    const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes <= limitKb * KB) return [];
    const largest = files.slice(0, 6).map((each) => `    ${kb(each.bytes)}  ${each.file}`);
    return [`${screen}: ${kb(bytes)} of JavaScript at first load, ${limitKb} KB allowed; the largest:`, ...largest];
  });
}

/**
 * Returns the files that a first visit loads, with their compressed sizes, largest first.
 * @param {Built} built
 * @param {readonly string[]} routes
 */
export function firstLoad({ manifest, code }, routes) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {string} name */
  const take = (name) => {
    if (names.has(name)) return;
    names.add(name);
    for (const each of manifest[name]?.imports ?? []) take(each);
  };
  for (const name of [ENTRY, ...routes]) take(name);
  return [...names]
    .map((name) => manifest[name]?.file ?? name)
    .map((file) => ({ file, bytes: gzipSync(code.get(file) ?? '').length }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/**
 * Builds the web app in memory, which takes 2 s. The build on disk does not change.
 * @returns {Promise<Built>}
 */
export async function buildInMemory() {
  const mode = process.env['NODE_ENV'];
  // The check sets NODE_ENV as the real build does, because React's development version is twice as large.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  const root = join(ROOT, 'apps/web');
  const options = /** @type {const} */ ({ write: false, manifest: 'manifest.json' });
  const result = await build({ root, logLevel: 'error', build: options }).finally(() => {
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  });
  if (!('output' in result)) throw new Error('the web build gave no single output');
  const code = new Map(
    result.output.map((file) => [file.fileName, String(file.type === 'chunk' ? file.code : file.source)]),
  );
  return { manifest: JSON.parse(code.get('manifest.json') ?? '{}'), code };
}

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / KB).toFixed(1)} KB`;
