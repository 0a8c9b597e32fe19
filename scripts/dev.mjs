/**
 * `npm run dev`: starts the server and the web app. The server restarts when one of its files changes; the web app
 * reloads changed parts in place. Arguments are passed to node, such as `-- --inspect` to debug the server. Ctrl-C ends
 * both.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/installation.mjs';
import { toolFile } from './lib/processes.mjs';
import { main, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const SERVER_PORT = '3000';

await main(async () => {
  await ensureInstalled();
  const port = (process.env['PORT'] ??= SERVER_PORT);
  const args = [toolFile('tsx'), 'watch', '--clear-screen=false', ...process.argv.slice(2), 'apps/server/src/main.ts'];
  const server = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  process.env['VIGIA_API'] ??= `http://127.0.0.1:${port}`;
  const { createServer } = await import('vite');
  const web = await createServer({ root: join(ROOT, 'apps/web') });
  await web.listen();
  say(
    `Vigía en desarrollo: ${web.resolvedUrls?.local[0] ?? ''} (servidor en ${process.env['VIGIA_API']}; Ctrl-C termina)`,
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => server.once('exit', (code) => resolve(code ?? 0)));
  await web.close();
});
