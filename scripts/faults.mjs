/**
 * `npm run faults`: runs the fault scenarios against the real server and its database, each with seeds that can be
 * repeated. `--seeds 20` runs all of them and writes docs/faults.md; `--scenario 12 --seed 3` repeats one run.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './lib/build-targets.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

/** A folder for this run only, because a later build must not change the tested code during the run. */
const FOLDER = `node_modules/.cache/vigia/faults-${process.pid}`;

await main(async () => {
  await ensureInstalled();
  try {
    await bundle(FOLDER, { server: 'faults/harness/server-process.ts' });
    const program = join(ROOT, FOLDER, 'server.mjs');
    const args = ['--import', 'tsx', 'faults/run.ts', '--program', program, ...process.argv.slice(2)];
    const { code } = await run(process.execPath, args, { shown: true });
    process.exitCode = code ?? 1;
  } finally {
    rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  }
});
