import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { filesUnder, fingerprint, ROOT, readIfPresent } from './workspace.mjs';

const MIGRATIONS = 'apps/server/src/platform/persistence/migrations';

/** The folders that every build reads. If only a test file changed, the builds stay up to date. */
const SHARED_INPUTS = ['packages', 'brokers', 'scripts/lib'];

/**
 * @typedef {object} Target
 * @property {string} entry the source file; without it the target is not built
 * @property {string} output a file that exists only after a build
 * @property {readonly string[]} inputs the folders that the build reads
 * @property {() => Promise<unknown>} build
 */

/** The entry points of the programs, by the name of their output. */
export const PROGRAMS = {
  server: { main: 'apps/server/src/main.ts', 'backtest-thread': 'apps/server/src/features/backtests/thread/main.ts' },
  cli: { vigia: 'apps/cli/src/main.ts', 'prove-thread': 'apps/cli/src/commands/prove/thread.ts' },
};

/** @type {Readonly<Record<string, Target>>} */
export const TARGETS = {
  server: {
    entry: 'apps/server/src/main.ts',
    output: 'apps/server/dist/main.mjs',
    inputs: ['apps/server/src', ...SHARED_INPUTS],
    build: () => bundle('apps/server/dist', PROGRAMS.server),
  },
  cli: {
    entry: 'apps/cli/src/main.ts',
    output: 'apps/cli/dist/vigia.mjs',
    inputs: ['apps/cli/src', 'apps/server/src', ...SHARED_INPUTS],
    build: () => bundle('apps/cli/dist', PROGRAMS.cli),
  },
  web: {
    entry: 'apps/web/index.html',
    output: 'apps/web/dist/index.html',
    inputs: ['apps/web', ...SHARED_INPUTS],
    build: buildWeb,
  },
};

/**
 * Returns the state of a target. It is stale if its output is missing or older than its inputs.
 * @param {string} name
 * @returns {'missing' | 'stale' | 'fresh'} missing = there is no source to build
 */
export function targetState(name) {
  const target = targetOf(name);
  if (!existsSync(join(ROOT, target.entry))) return 'missing';
  const built = existsSync(join(ROOT, target.output)) && readIfPresent(stampFile(name)) === inputsDigest(target);
  return built ? 'fresh' : 'stale';
}

/**
 * Builds a target and records a digest of its inputs. The digest is computed before the build. If a file changes during
 * the build, the output therefore counts as outdated.
 * @param {string} name
 */
export async function buildTarget(name) {
  const target = targetOf(name);
  const digest = inputsDigest(target);
  rmSync(stampFile(name), { force: true });
  await target.build();
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), digest);
}

/** @param {string} name @returns {Target} */
function targetOf(name) {
  const target = TARGETS[name];
  if (!target) throw new Error(`unknown build target: ${name}`);
  return target;
}

/** @param {string} name */
const stampFile = (name) => join(ROOT, 'node_modules/.cache/vigia', `${name}.stamp`);

/** @param {Target} target */
function inputsDigest(target) {
  const sources = filesUnder(target.inputs).filter((file) => !/[.]test[.]tsx?$/.test(file));
  return fingerprint(['package-lock.json', 'scripts/build.mjs', ...sources]);
}

/**
 * Bundles the code of a program. Npm packages stay in node_modules unless `more` says otherwise, because some of them
 * lose files in a bundle. The bundle is split, so that lazily imported code is not loaded at the start.
 * @param {string} folder the output folder, absolute or relative to the project; emptied first
 * @param {Record<string, string>} entryPoints
 * @param {import('esbuild').BuildOptions} [more]
 * @returns {Promise<import('esbuild').BuildResult>}
 */
export async function bundle(folder, entryPoints, more = { sourcemap: 'linked', plugins: [npmStaysOutside] }) {
  const { build } = await import('esbuild');
  const outdir = resolve(ROOT, folder);
  rmSync(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks-[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    ...more,
  });
  if (existsSync(join(ROOT, MIGRATIONS)))
    cpSync(join(ROOT, MIGRATIONS), join(outdir, 'migrations'), { recursive: true });
  return result;
}

/** @type {import('esbuild').Plugin} */
const npmStaysOutside = {
  name: 'npm-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@vigia/') || /^[A-Za-z]:[\\/]/.test(path)) return undefined;
      return { path, external: true };
    });
  },
};

async function buildWeb() {
  // Vite uses React's development build, which is twice as large, unless NODE_ENV is `production`. The shell of the
  // caller may have set another value.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  await build({ root: join(ROOT, 'apps/web'), logLevel: 'warn' });
}
