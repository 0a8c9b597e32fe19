import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { repeatUntilValue } from './repeat-until-value.mjs';
import { Stop } from './say.mjs';

/** The user of the manager, an account that every system has and that owns no files. */
export const NOBODY_ID = 65_534;
const RUNTIME_FOLDER = `/run/user/${NOBODY_ID}`;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, '--clear-groups'];
const GROUP = 'vigia-service';
const STARTED_MS = 30_000;

/** Folders of control groups: version 2, or both versions beside each other. */
const GROUP_ROOTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'];

/** Moves the process into the control groups, and starts the rest in namespaces of its own. */
const ENTER = 'for group; do echo $$ > "$group/cgroup.procs"; done; exec unshare --mount --pid --fork --kill-child';

/** Makes this look like a machine that systemd started, for these processes only. The shell stays as process 1. */
const MANAGE = `[ -d /run/systemd/system ] || { mkdir -p /run/systemd && mount -t tmpfs none /run/systemd && mkdir /run/systemd/system; }
mkdir -p /run/user && mount -t tmpfs none /run/user
mkdir -m 700 ${RUNTIME_FOLDER} && chown ${NOBODY_ID}:${NOBODY_ID} ${RUNTIME_FOLDER}
${AS_NOBODY.join(' ')} /lib/systemd/systemd --user; exit $?`;

/**
 * The service manager of a user, systemd itself, in namespaces of its own.
 * @typedef {object} UserManager
 * @property {(program: string, args: readonly string[]) => Promise<import('./processes.mjs').Ended>} call runs a
 * program as that user among the processes of the manager
 * @property {() => Promise<void>} stop stops its services in order, as a shutdown of the machine does
 */

/**
 * Starts a manager, and with it the services that the user enabled. Needs root.
 * @param {string} folder the working folder of the programs
 * @param {Record<string, string | undefined>} environment of the user
 * @returns {Promise<UserManager>}
 */
export async function startManager(folder, environment) {
  const env = { ...process.env, ...environment, XDG_RUNTIME_DIR: RUNTIME_FOLDER };
  const groups = makeGroups();
  const child = spawn('sh', ['-c', `${ENTER} --mount-proc sh -c '${MANAGE}'`, 'sh', ...groups], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  /** @type {UserManager['call']} */
  const call = (program, args) => {
    const inside = ['--target', String(childOf(child.pid)), '--mount', '--pid', `--wd=${folder}`, ...AS_NOBODY];
    return run('nsenter', [...inside, program, ...args], { env });
  };
  await repeatUntilValue(async () => {
    if (child.exitCode !== null) throw new Stop(`systemd no arrancó:\n${output}`);
    if (childOf(child.pid) === null) return null;
    const { code } = await call('systemctl', ['--user', 'is-system-running', '--wait']);
    return code === 0 ? true : null;
  }, STARTED_MS);
  return {
    call,
    stop: async () => {
      await call('systemctl', ['--user', 'exit']);
      await ended;
      for (const group of groups) removeGroup(group);
    },
  };
}

function makeGroups() {
  const roots = GROUP_ROOTS.filter((root) => existsSync(join(root, 'cgroup.procs')));
  if (roots.length === 0) throw new Stop('Esta máquina no tiene grupos de control, y systemd los necesita.');
  return roots.map((root) => {
    const group = join(root, GROUP);
    mkdirSync(group, { recursive: true });
    for (const path of [group, ...readdirSync(group).map((name) => join(group, name))])
      chownSync(path, NOBODY_ID, NOBODY_ID);
    return group;
  });
}

/**
 * Removes a control group and those in it. Their other entries are no files that can be removed.
 * @param {string} group
 */
function removeGroup(group) {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(join(group, entry.name));
  rmdirSync(group);
}

/** Returns the first child of a process; null if it has none. @param {number | undefined} pid */
function childOf(pid) {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return Number(first) || null;
  } catch {
    return null;
  }
}
