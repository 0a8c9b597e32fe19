/**
 * `npm run cluster`: runs several server processes with a PostgreSQL and a NATS server, until the user presses Ctrl-C.
 * If DATABASE_URL or NATS_URL is set, the cluster uses that external server instead.
 */
import { join, resolve } from 'node:path';
import { ensureNatsServer } from './ci/test-programs.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { run, runNode } from './lib/processes.mjs';
import { main, Stop } from './lib/say.mjs';
import { SERVER_FLAGS } from './lib/server-flags.mjs';
import { ROOT } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  const { code } = await runNode('scripts/build.mjs', ['server', 'web'], { shown: true });
  if (code !== 0) throw new Stop('La aplicación no se pudo construir; la causa está arriba.');
  const nats = process.env['NATS_URL'] ? [] : ['--nats', await ensureNatsServer()];
  const flags = SERVER_FLAGS.map((flag) => `--flag=${flag}`);
  const folder = resolve(process.env['VIGIA_DATA_DIR'] || join(ROOT, 'data'), 'cluster');
  const where = ['--program', join(ROOT, 'apps/server/dist/main.mjs'), '--folder', folder];
  const args = ['--import', 'tsx', 'faults/cluster/up.ts', ...flags, ...nats, ...where];
  // The terminal sends Ctrl-C also to the child process, which stops everything in the correct order. This process
  // exits after the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.exitCode = (await run(process.execPath, args, { shown: true })).code ?? 1;
});
