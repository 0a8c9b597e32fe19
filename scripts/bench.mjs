/**
 * `npm run bench`: runs every bench/*.bench.ts one after another, so that no bench disturbs another. Arguments select
 * benches by name. Options are passed on to the benches.
 */
import { basename, join } from 'node:path';
import { bundle } from './lib/build-targets.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { SERVER_FLAGS } from './lib/server-flags.mjs';
import { filesUnder } from './lib/workspace.mjs';

/**
 * Benches that run as a bundle, like the server in production. If they ran from source, the TypeScript loader would
 * give every function a name at run time, which takes memory.
 */
const BUILT = ['engine.bench.ts', 'gateway.bench.ts', 'orders.bench.ts'];
const BUILT_FOLDER = 'bench/dist';

await main(async () => {
  await ensureInstalled();
  const given = process.argv.slice(2);
  const firstOption = given.findIndex((each) => each.startsWith('--'));
  const asked = firstOption < 0 ? given : given.slice(0, firstOption);
  const options = given.slice(asked.length);
  const files = filesUnder(['bench']).filter(
    (file) => file.endsWith('.bench.ts') && (asked.length === 0 || asked.some((name) => basename(file).includes(name))),
  );
  if (files.length === 0) throw new Stop('No hay ninguna medición con ese nombre en bench/.');
  for (const file of files) {
    say(`▸ ${file}`);
    const command = BUILT.includes(basename(file)) ? [...SERVER_FLAGS, await built(file)] : ['--import', 'tsx', file];
    const { code } = await run(process.execPath, [...command, ...options], { shown: true });
    if (code !== 0) throw new Stop(`${file} terminó mal.`);
  }
});

/** Bundles a bench. @param {string} file @returns {Promise<string>} the file to run */
async function built(file) {
  const name = basename(file, '.ts');
  await bundle(BUILT_FOLDER, { [name]: file });
  return join(BUILT_FOLDER, `${name}.mjs`);
}
