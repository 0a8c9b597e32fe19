import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, runNpm } from '../lib/processes.mjs';
import { duration, Stop, say } from '../lib/say.mjs';
import { ROOT } from '../lib/workspace.mjs';

const SHELL = '/usr/bin/chromium-headless-shell';
const NPM_PACKAGE = '@sparticuz/chromium@147.0.0';

/** The sources from which a machine without Chromium can install it. */
const SOURCES = [
  { name: 'apt-get', possible: isDebianRoot, install: fromDistribution },
  { name: NPM_PACKAGE, possible: () => process.platform === 'linux' && process.arch === 'x64', install: fromNpm },
];

/**
 * Finds a Chromium, or installs one for the tests.
 * @returns {Promise<string>} the path of the program
 */
export async function ensureBrowser() {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !existsSync(named)) throw new Stop(`CHROMIUM_PATH dice «${named}», donde no hay ningún navegador.`);
  const found = await find();
  if (found) return found;
  for (const source of SOURCES) {
    const path = source.possible() ? await installed(source) : null;
    if (path) return path;
  }
  throw new Stop(
    'No hay un Chromium con el que probar y no se pudo instalar: instala uno o di dónde está con CHROMIUM_PATH.',
  );
}

/**
 * Finds or installs Chromium's headless shell: the same engine without windows, which needs a third less CPU time. It
 * shows no notifications of the operating system, so the tests of those run only in the full browser.
 * @returns {Promise<string>} the path of the shell, or of the full browser where there is no shell
 */
export async function ensureShell() {
  if (process.env['CHROMIUM_PATH']) return ensureBrowser();
  if (!existsSync(SHELL) && isDebianRoot()) await fromDistribution('chromium-headless-shell');
  return existsSync(SHELL) ? SHELL : ensureBrowser();
}

/**
 * Runs e2e/browser.ts, the only file that knows where a machine may have a browser. Node 20 needs a loader to run
 * TypeScript.
 */
async function find() {
  const script = "import('./e2e/browser.ts').then(({ findBrowser }) => process.stdout.write(findBrowser() ?? ''))";
  const { code, stdout, output } = await run(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
  ]);
  if (code !== 0) throw new Error(`looking for a browser failed: ${output}`);
  return stdout || null;
}

/** @param {typeof SOURCES[number]} source */
async function installed({ name, install }) {
  const startedMs = performance.now();
  say(`  No hay un Chromium: se instala uno para las pruebas (${name})…`);
  const output = await install();
  const path = await find();
  say(
    path ? `  Chromium instalado en ${duration(performance.now() - startedMs)}` : `${output}\n  Con ${name} no se pudo`,
  );
  return path;
}

function isDebianRoot() {
  const release = '/etc/os-release';
  return (
    process.getuid?.() === 0 &&
    existsSync(release) &&
    /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync(release, 'utf8'))
  );
}

/**
 * Installs Chromium from the package of the Linux distribution. On Ubuntu this package may contain only a launcher, so
 * the caller searches for the browser again.
 */
async function fromDistribution(name = 'chromium') {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update', '-qq'], { env });
  const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
  return update.output + install.output;
}

/**
 * Downloads Chromium as an npm package into the cache folder. The package is not a dependency of the project, because
 * it is needed only if there is no other source.
 */
async function fromNpm() {
  const prefix = join(ROOT, '.cache/chromium-package');
  const target = join(ROOT, '.cache/chromium');
  for (const folder of [prefix, target]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const fetched = await runNpm([
    'install',
    '--prefix',
    prefix,
    '--no-save',
    '--no-package-lock',
    '--engine-strict=false',
    '--loglevel=error',
    NPM_PACKAGE,
  ]);
  // The package unpacks itself into the temporary folder. The call therefore sets TMPDIR to a folder of the project.
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  const unpacked = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: prefix,
    env: { TMPDIR: target },
  });
  return fetched.output + unpacked.output;
}
