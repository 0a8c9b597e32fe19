/**
 * `npm run service:try`: installs the package of the present version as a service of systemd, as a user does, and
 * tries it: a practice trade, `kill -9`, `systemctl stop`, a restart of the machine, `vigia stop`, removal. Account,
 * trade and balance must be there each time. It needs root and Debian's systemd; where the machine runs without
 * systemd, the manager of one user is started in namespaces of its own.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { cleanEnvironment } from './lib/clean-user.mjs';
import { ensurePrograms } from './lib/container-image.mjs';
import { isReady } from './lib/demo-account.mjs';
import { freePort } from './lib/free-port.mjs';
import { makeRelease } from './lib/made-release.mjs';
import { repeatUntilValue } from './lib/repeat-until-value.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { NOBODY_ID, startManager } from './lib/user-manager.mjs';
import { firstVisit, nextVisit, runTimedStep } from './lib/visits.mjs';

const READY_MS = 120_000;
const UNIT = 'vigia.service';

await main(async () => {
  if (process.getuid?.() !== 0) throw new Stop('Esto necesita ser root, para separar sus procesos de los demás.');
  await runTimedStep('systemd instalado', () => ensurePrograms(['systemd']));
  const root = mkdtempSync(join(tmpdir(), 'vigia-service-'));
  try {
    await prepareAndTry(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** @param {string} root an empty folder */
async function prepareAndTry(root) {
  const service = await prepare(root);
  try {
    await tryService(service);
  } finally {
    await service.leave();
  }
}

/** @typedef {Awaited<ReturnType<typeof prepare>>} Service */

/**
 * Makes a user with an empty home, and starts the user's manager.
 * @param {string} root an empty folder
 */
async function prepare(root) {
  const home = join(root, 'home');
  const data = join(home, '.local/share/vigia');
  const release = await runTimedStep('paquete de esta versión hecho', () => makeRelease(join(root, 'made')));
  const url = `http://127.0.0.1:${await writeSettings(data)}`;
  cpSync(join(release.folder, release.file), join(home, release.file));
  const { PATH, NPM_CONFIG_USERCONFIG: npmrc, ...own } = cleanEnvironment(home, process.execPath);
  if (npmrc) cpSync(npmrc, join(home, '.npmrc'));
  chmodSync(root, 0o755);
  giveToNobody(home);
  const environment = { ...own, PATH: [join(home, 'npm/bin'), PATH].join(delimiter), NPM_CONFIG_USERCONFIG: undefined };
  let manager = await runTimedStep('systemd en marcha', () => startManager(home, environment));
  /** @param {string} words */
  const call = async (words) => {
    const [program = '', ...args] = words.split(' ');
    const { code, stdout, output } = await manager.call(program, args);
    if (code !== 0) throw new Stop(`«${words}» terminó con código ${code}:\n${output}`);
    return stdout.trim();
  };
  return {
    url,
    data,
    file: release.file,
    unit: join(home, '.config/systemd/user', UNIT),
    call,
    /** Runs a command that must be refused. @param {string} words */
    refused: async (words) => {
      const outcome = await call(words).catch((/** @type {Error} */ error) => error.message);
      if (!/terminó con código [12]:/.test(outcome)) throw new Stop(`«${words}» debía rechazarse: ${outcome}`);
    },
    /** Ends all services and the manager, and starts the manager again, as a restart of the machine does. */
    restartMachine: async () => {
      await manager.stop();
      manager = await startManager(home, environment);
    },
    leave: () => manager.stop(),
  };
}

/**
 * Writes the settings of the service, which has no terminal with variables.
 * @param {string} data
 * @returns {Promise<number>} its port
 */
async function writeSettings(data) {
  const port = await freePort();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, '.env'), `PORT=${port}\n`);
  return port;
}

/** @param {Service} service */
async function tryService({ url, data, unit, file, call, refused, restartMachine }) {
  const ready = () => repeatUntilValue(async () => (await isReady(url)) || null, READY_MS);
  const restarts = () => repeatUntilValue(async () => (await stateOf(call, 'NRestarts')) !== '0' || null, READY_MS);
  await runTimedStep(`npm install --global ./${file}`, () => call(`npm install --global --prefix npm ./${file}`));
  await runTimedStep('vigia service install, y lista', async () => {
    await call('vigia service install');
    await ready();
  });
  await runTimedStep('systemd-analyze verify', async () =>
    assertEqual(await call(`systemd-analyze --user verify ${unit}`), ''),
  );
  say(await call('vigia status'));
  let left = await firstVisit(url, runTimedStep);
  await runTimedStep('kill -9 al proceso principal, y lista otra vez', async () => {
    await call(`kill -KILL ${await stateOf(call, 'MainPID')}`);
    await restarts();
    await ready();
  });
  left = await nextVisit(url, left, runTimedStep);
  await runTimedStep('systemctl stop', () => call(`systemctl --user stop ${UNIT}`));
  await assertStopped(call);
  await runTimedStep('la máquina se reinicia, y lista sin que nadie la arranque', async () => {
    await restartMachine();
    await ready();
  });
  left = await nextVisit(url, left, runTimedStep);
  await runTimedStep('vigia stop, y systemd no la arranca otra vez', () => call('vigia stop'));
  await assertStopped(call);
  await runTimedStep('vigia start fuera del servicio, y service install lo dice', async () => {
    await call('vigia start');
    await refused('vigia service install');
    await call('vigia stop');
  });
  await runTimedStep('vigia service install y uninstall', async () => {
    await call('vigia service install');
    await ready();
    await nextVisit(url, left, runTimedStep);
    await call('vigia service uninstall');
  });
  await refused('vigia status');
  assertEqual(String(existsSync(unit)), 'false');
  assertEqual(String(existsSync(join(data, 'postgres/PG_VERSION'))), 'true');
}

/** @param {Service['call']} call @param {string} property */
function stateOf(call, property) {
  return call(`systemctl --user show --value --property=${property} ${UNIT}`);
}

/** @param {Service['call']} call @throws Stop unless the service ended in order and stays so */
async function assertStopped(call) {
  assertEqual(await stateOf(call, 'ActiveState'), 'inactive');
  assertEqual(await stateOf(call, 'Result'), 'success');
}

/** @param {string} found @param {string} wanted */
function assertEqual(found, wanted) {
  if (found !== wanted) throw new Stop(`Debía ser «${wanted}» y es «${found}».`);
}

/** @param {string} path a file or a folder with all in it */
function giveToNobody(path) {
  chownSync(path, NOBODY_ID, NOBODY_ID);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveToNobody(join(path, entry.name));
    else chownSync(join(path, entry.name), NOBODY_ID, NOBODY_ID);
  }
}
