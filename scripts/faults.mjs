/**
 * `npm run faults`: runs the fault scenarios against the real server and its database, each with repeatable seeds.
 * `--seeds 20` runs all of them and writes docs/faults.md; `--minutes 90` begins no run after that time, and the page
 * has the runs until then; `--scenario 12 --seed 3` repeats one run.
 * `npm run faults -- --hostile [--broker deriv] [--minutes 60] [--seed 1]` runs the broker adapters against their
 * simulators instead, in one process per adapter. `--episodes 3` limits the number of sessions instead of the time.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './lib/build-targets.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

/** A folder that only this run uses, so that a later build does not change the tested code during the run. */
const FOLDER = `node_modules/.cache/vigia/faults-${process.pid}`;

const HOSTILE_TO = ['iqoption', 'quotex', 'olymptrade', 'deriv'];

await main(async () => {
  await ensureInstalled();
  if (process.argv.includes('--hostile')) return runHostile(process.argv.slice(2));
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

/** @param {readonly string[]} args */
async function runHostile(args) {
  const brokers = args.includes('--broker') ? [] : HOSTILE_TO.map((broker) => ['--broker', broker]);
  for (const broker of brokers.length === 0 ? [[]] : brokers) {
    const all = ['--expose-gc', '--import', 'tsx', 'faults/hostile/run.ts', ...args, ...broker];
    const { code } = await run(process.execPath, all, { shown: true });
    process.exitCode ||= code ?? 1;
  }
}
