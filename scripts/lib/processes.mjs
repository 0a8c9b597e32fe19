import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Stop } from './say.mjs';
import { ROOT } from './workspace.mjs';

/**
 * Time in milliseconds to wait for the last output of a child process. A grandchild that still runs would keep the
 * pipes open without limit.
 */
const DRAIN_MS = 1000;

/**
 * The result of a child process. `code` is null if a signal ended the process or it could not be started.
 * @typedef {{ code: number | null, stdout: string, output: string }} Ended `output` is stdout and stderr in their order
 * of arrival
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {boolean} [shell] only for a program that is a .cmd file on Windows
 * @property {boolean} [shown] the child writes to the terminal; otherwise its output is collected
 * @property {number} [limitMs] the child is killed after this time
 */

/**
 * Runs a program until it exits. The returned promise never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export function run(program, args, { cwd = ROOT, env = {}, shell = false, shown = false, limitMs = 0 } = {}) {
  return new Promise((end) => {
    /** @type {import('node:child_process').SpawnOptions} */
    const options = { cwd, shell, env: { ...process.env, ...env }, timeout: limitMs, killSignal: 'SIGKILL' };
    const child = spawn(program, args, { ...options, stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => end({ code: null, stdout, output: output + error.message }));
    child.once('close', (code) => end({ code, stdout, output }));
    child.once('exit', (code) => setTimeout(() => end({ code, stdout, output }), DRAIN_MS).unref());
  });
}

/**
 * Runs a script of the project, or a tool's JavaScript file, with the Node of this process. It uses no shell and no
 * .cmd file, so that it works the same way on every system.
 * @param {string} file absolute, or relative to the project
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (file, args, options) => run(process.execPath, [resolve(ROOT, file), ...args], options);

/**
 * Returns the JavaScript file of a tool installed in node_modules, relative to the project.
 * @param {string} packageName
 * @param {string} [bin] the name of the command, if the package has several
 */
export function toolFile(packageName, bin = packageName) {
  const folder = `node_modules/${packageName}`;
  /** @type {{ bin: string | Record<string, string> }} */
  const manifest = createRequire(import.meta.url)(join(ROOT, folder, 'package.json'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  if (!file) throw new Error(`${packageName} has no command ${bin}`);
  return `${folder}/${file}`;
}

/** Environment variables with which tools find each other. Oxlint searches the PATH for its type checker. */
export const TOOLS_IN_PATH = { PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter) };

/**
 * Runs npm. If npm's JavaScript file is found, runs it with the Node of this process; otherwise runs the command `npm`
 * in the shell.
 * @param {readonly string[]} args arguments without special characters of a shell
 */
export function runNpm(args) {
  const file = findNpm();
  return file ? runNode(file, args) : run('npm', args, { shell: true });
}

/** Returns the path of npm's JavaScript file. @returns {string} */
export function npmCliPath() {
  const file = findNpm();
  if (!file) throw new Stop('No se encuentra npm: arranca esto con `npm run`.');
  return file;
}

function findNpm() {
  const besideNode = ['../lib/node_modules', 'node_modules'].map((path) =>
    join(dirname(process.execPath), path, 'npm/bin/npm-cli.js'),
  );
  return [process.env['npm_execpath'] ?? '', ...besideNode].find(
    (path) => /npm-cli[.]c?js$/.test(path) && existsSync(path),
  );
}
