/** `npm run bench`: every bench/*.bench.ts, one after another so that none disturbs the next. Arguments choose by name. */
import { basename } from 'node:path';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { filesUnder } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  const asked = process.argv.slice(2);
  const files = filesUnder(['bench']).filter(
    (file) => file.endsWith('.bench.ts') && (asked.length === 0 || asked.some((name) => basename(file).includes(name))),
  );
  if (files.length === 0) throw new Stop('No hay ninguna medición con ese nombre en bench/.');
  for (const file of files) {
    say(`▸ ${file}`);
    const { code } = await run(process.execPath, ['--import', 'tsx', file], { shown: true });
    if (code !== 0) throw new Stop(`${file} terminó mal.`);
  }
});
