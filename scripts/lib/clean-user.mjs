import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from './free-port.mjs';
import { MARK_VARIABLE, stopAll } from './process-group.mjs';
import { npmCliPath, run } from './processes.mjs';
import { Stop } from './say.mjs';

/** Variables of this process that the user also has: the settings of the network and of the terminal. */
const SHARED = /^(?:LANG|TERM|TMPDIR|SystemRoot|(?:HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS)$/i;

/**
 * A user with an empty home folder and an empty working folder, who has Node and npm and nothing else.
 * @typedef {object} CleanUser
 * @property {string} folder the working folder
 * @property {string} url the address at which the user's Vigía listens
 * @property {(program: 'npm' | 'npx', args: readonly string[], cwd?: string) => Promise<string>} npm runs npm or npx
 * @property {(file: string, args: readonly string[]) => Promise<string>} node runs a JavaScript file
 * @property {() => Promise<void>} leave stops everything that the user started, and removes both folders
 */

/**
 * Makes a user. Each function returns stdout, and throws a Stop with the output if the program fails.
 * @param {string} [node] the path of the user's Node
 * @returns {Promise<CleanUser>}
 */
export async function cleanUser(node = process.execPath) {
  const root = mkdtempSync(join(tmpdir(), 'vigia-user-'));
  const [home, folder] = [join(root, 'home'), join(root, 'work')];
  for (const made of [home, folder]) mkdirSync(made);
  const [port, mark] = [await freePort(), randomUUID()];
  const env = { ...cleanEnvironment(home, node), PORT: String(port), [MARK_VARIABLE]: mark };
  /** @param {string} file @param {readonly string[]} args @param {string} [cwd] */
  const call = async (file, args, cwd = folder) => {
    const { code, stdout, output } = await run(node, [file, ...args], { cwd, env });
    if (code !== 0) throw new Stop(`${[file, ...args].join(' ')} terminó con código ${code}:\n${output}`);
    return stdout;
  };
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    npm: (program, args, cwd) => call(join(dirname(npmCliPath()), `${program}-cli.js`), args, cwd),
    node: (file, args) => call(file, args),
    async leave() {
      await stopAll(mark, undefined);
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Returns the environment of a user who has nothing but Node. Undefined values remove variables of this process.
 * @param {string} home
 * @param {string} node the path of the user's Node
 * @returns {Record<string, string | undefined>}
 */
export function cleanEnvironment(home, node) {
  const others = Object.keys(process.env).filter((name) => !SHARED.test(name));
  return {
    ...Object.fromEntries(others.map((name) => [name, undefined])),
    HOME: home,
    USERPROFILE: home,
    // The programs of the package start `node` from the PATH.
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    ...networkOfNpm(),
  };
}

/**
 * Returns the machine's settings of npm, which may name a mirror or certificates; the cache is that of the new home.
 */
function networkOfNpm() {
  const file = process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc');
  return existsSync(file) ? { NPM_CONFIG_USERCONFIG: file } : {};
}
