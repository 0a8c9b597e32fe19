import { chownSync, mkdirSync } from 'node:fs';
import { CONTAINER_STORAGE, runProgramOrStop } from './container-image.mjs';
import { isReady } from './demo-account.mjs';
import { freePort } from './free-port.mjs';
import { run } from './processes.mjs';
import { repeatUntilValue } from './repeat-until-value.mjs';
import { Stop } from './say.mjs';

/** The user of the image. */
const USER_ID = 1000;
const MEMORY_MB = 512;
const READY_MS = 120_000;
/** Runc, because crun does not support machines with both versions of control groups. */
const ENGINE = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'];

/** Settings of every container. Podman's own ulimits are higher than those of some machines. */
const PLAIN = ['--ulimit=nofile=8192:8192', '--ulimit=nproc=4096:4096', '--network=host', '--pull=never'];

/** Limits of a server: a read-only file system, no privileges, and 512 MB of memory without swap. */
const LOCKED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  `--memory=${MEMORY_MB}m`,
  `--memory-swap=${MEMORY_MB}m`,
];

/**
 * @typedef {object} Container
 * @property {string} url
 * @property {() => Promise<void>} ready waits until it accepts orders
 * @property {() => Promise<void>} kill ends it with SIGKILL
 * @property {() => Promise<void>} start starts it again
 * @property {() => Promise<void>} stop stops it in order and removes it
 * @property {() => Promise<void>} checkHealth runs its health check
 * @property {() => Promise<string>} memory what it uses, as text
 */

/** @param {readonly string[]} args @returns {Promise<string>} */
const podman = (...args) => runProgramOrStop('podman', [...CONTAINER_STORAGE, ...ENGINE, ...args]);

/**
 * Starts a container whose only writable folder is `data`.
 * @param {string} image
 * @param {string} name
 * @param {string} data a folder of this machine
 * @param {Readonly<Record<string, string>>} [environment]
 * @param {readonly string[]} [command] instead of that of the image
 * @returns {Promise<Container>}
 */
export async function startContainer(image, name, data, environment = {}, command = []) {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, USER_ID, USER_ID);
  const { PORT = String(await freePort()) } = environment;
  const url = `http://127.0.0.1:${PORT}`;
  const settings = Object.entries({ SITE_URL: url, ...environment, PORT });
  const env = settings.map(([key, value]) => `--env=${key}=${value}`);
  await podman(
    'run',
    '--detach',
    `--name=${name}`,
    ...PLAIN,
    ...LOCKED,
    `--volume=${data}:/data`,
    ...env,
    image,
    ...command,
  );
  return {
    url,
    ready: () => ready(name, url),
    kill: async () => void (await podman('kill', '--signal=KILL', name)),
    start: async () => void (await podman('start', name)),
    stop: async () => {
      await podman('stop', '--time=30', name);
      await podman('rm', name);
    },
    checkHealth: async () => void (await podman('healthcheck', 'run', name)),
    memory: () => podman('stats', '--no-stream', '--format={{.MemUsage}}', name),
  };
}

/** Ends and removes all containers of these scripts, also after a failure. */
export const removeContainers = () =>
  run('podman', [...CONTAINER_STORAGE, ...ENGINE, 'rm', '--all', '--force', '--time=5']);

/**
 * Lists what the user of an image may write to outside its data folder. It looks at permissions, so the file system is
 * not read-only meanwhile.
 * @param {string} image
 * @returns {Promise<{ userId: number, writable: readonly string[] }>}
 */
export async function listWritablePaths(image) {
  const script = `
    const left = ['/'], writable = [], apart = new Set(['/proc', '/sys', '/dev', '/data', '/tmp', '/etc/mtab', '/run/secrets']);
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const stat = fs.lstatSync(path);
      if (apart.has(path) || stat.isSymbolicLink()) continue;
      try { fs.accessSync(path, fs.constants.W_OK); writable.push(path); } catch {}
      if (!stat.isDirectory()) continue;
      try { for (const name of fs.readdirSync(path)) left.push(require('node:path').join(path, name)); } catch {}
    }
    console.log(JSON.stringify({ userId: process.getuid(), writable }));`;
  return JSON.parse(await podman('run', '--rm', ...PLAIN, image, 'node', '-e', script));
}

/** @param {string} name @param {string} url */
async function ready(name, url) {
  await repeatUntilValue(async () => {
    if (await isReady(url)) return true;
    const state = await podman('inspect', '--format={{.State.Status}}', name);
    if (state === 'exited') throw new Stop(await logOf(name));
    return null;
  }, READY_MS);
}

/** @param {string} name */
const logOf = async (name) => (await run('podman', [...CONTAINER_STORAGE, ...ENGINE, 'logs', name])).output;
