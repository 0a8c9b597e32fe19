/**
 * `npm run test:cluster`: runs a cluster on this machine under load, and kills, freezes and restarts each of its parts
 * in turn.
 * - `-- --long` uses the full load.
 * - `-- --part nats` and `-- --kind kill` select faults.
 * - `-- --keep` keeps the logs.
 * - `-- --alone` tests one process without NATS.
 * - `-- scale` measures the effect of a second worker.
 * - `-- sessions` measures thousands of broker sessions over several processes.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNatsServer } from './ci/test-programs.mjs';
import { bundle } from './lib/build-targets.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main } from './lib/say.mjs';
import { SERVER_FLAGS } from './lib/server-flags.mjs';
import { ROOT } from './lib/workspace.mjs';

/** A folder that only this run uses, so that a later build does not change the tested code during the run. */
const FOLDER = `node_modules/.cache/vigia/cluster-${process.pid}`;

/** Measurements that are separate programs in `faults/cluster`. */
const NAMED = ['scale', 'sessions'];

await main(async () => {
  await ensureInstalled();
  try {
    const asked = process.argv.slice(2);
    const named = NAMED.find((name) => name === asked[0]);
    const entry = `faults/cluster/${named ?? 'run'}.ts`;
    await bundle(FOLDER, { run: entry, process: 'faults/cluster/cluster-process.ts' });
    const program = join(ROOT, FOLDER, 'process.mjs');
    const flags = SERVER_FLAGS.map((flag) => `--flag=${flag}`);
    const options = [...flags, ...asked.slice(named === undefined ? 0 : 1)];
    const what = ['--program', program, '--nats', await ensureNatsServer(), ...options];
    const { code } = await run(process.execPath, [join(ROOT, FOLDER, 'run.mjs'), ...what], { shown: true });
    process.exitCode = code ?? 1;
  } finally {
    rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  }
});
