/**
 * `npm start`: installs and builds what is missing or outdated. Then runs the server in this terminal until it exits.
 */
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/installation.mjs';
import { runNode } from './lib/processes.mjs';
import { main, Stop } from './lib/say.mjs';
import { SERVER_FLAGS } from './lib/server-flags.mjs';
import { ROOT } from './lib/workspace.mjs';

const PARENT_WATCH_MS = 500;

await main(async () => {
  await ensureInstalled();
  // The build runs in its own process, so that the memory of the bundlers is free afterwards.
  const { code } = await runNode('scripts/build.mjs', ['server', 'web'], { shown: true });
  if (code !== 0) throw new Stop('La aplicación no se pudo construir; la causa está arriba.');
  process.exitCode = await runServer();
});

/** @returns {Promise<number>} the server's exit code */
function runServer() {
  const server = spawn(process.execPath, [...SERVER_FLAGS, 'apps/server/dist/main.mjs'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  // When the user presses Ctrl-C, the terminal sends the signal also to the server, which is in the same process group.
  // A second signal would stop the server immediately.
  process.on('SIGINT', () => process.stdin.isTTY || server.kill('SIGINT'));
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.on('SIGHUP', () => server.kill('SIGTERM'));
  if (process.env['npm_lifecycle_event']) whenParentGoes(() => server.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/**
 * Calls `then` when the parent process ends. Npm passes a SIGTERM only to its shell, and the shell exits without a
 * signal to this process. The only sign is a new parent process id.
 * @param {() => void} then
 */
function whenParentGoes(then) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, PARENT_WATCH_MS);
  watch.unref();
}
