/**
 * `npm run explore`: runs every property test and every fault scenario repeatedly with new seeds. `--minutes 30` limits
 * the time (the current round is completed), and `--rounds 5` limits the number of rounds. With `--runs 3` each
 * property tries three times its usual number of examples. After a failure, the script prints the command that repeats
 * it.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { testPrograms } from './ci/test-programs.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { runNode, toolFile } from './lib/processes.mjs';
import { duration, main, say } from './lib/say.mjs';
import { filesUnder, readIfPresent } from './lib/workspace.mjs';

const MINUTE_MS = 60_000;
const MAX_SEED = 2 ** 31 - 1;

/** @typedef {{ name: string, replay: string, run: () => Promise<{ code: number | null, output: string }> }} Trial */

await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '1000' },
      runs: { type: 'string', default: '1' },
    },
  });
  await ensureInstalled();
  const endsAtMs = performance.now() + Number(values.minutes) * MINUTE_MS;
  const failures = [];
  let round = 0;
  for (; round < Number(values.rounds) && performance.now() < endsAtMs; round += 1) {
    const seed = randomInt(1, MAX_SEED);
    say(`▸ ronda ${round + 1}, semilla ${seed}`);
    for (const trial of trials(seed, values.runs)) if (!(await passes(trial))) failures.push(trial);
  }
  say(`${round} rondas, ${failures.length} fallos`);
  for (const { name, replay } of failures) say(`✗ ${name}: ${replay}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
});

/**
 * @param {number} seed
 * @param {string} runs
 * @returns {Trial[]}
 */
function trials(seed, runs) {
  const replay = `VIGIA_SEED=${seed} VIGIA_RUNS=${runs} npx vitest run --sequence.seed=${seed}`;
  const databaseTests = filesUnder(['packages', 'brokers', 'apps']).filter(
    (file) => file.endsWith('.int.test.ts') && /propertyRuns|gateSample/.test(readIfPresent(file) ?? ''),
  );
  return [
    vitestTrial('propiedades', `${replay} --project property`, { seed, runs, args: ['--project', 'property'] }),
    vitestTrial('propiedades con base de datos', `${replay} --project integration ${databaseTests.join(' ')}`, {
      seed,
      runs,
      args: ['--project', 'integration', ...databaseTests],
    }),
    {
      name: 'fallos',
      replay: `npm run faults -- --seed ${seed}`,
      run: () => runNode('scripts/faults.mjs', ['--seed', String(seed)]),
    },
  ];
}

/**
 * Runs the tests of one vitest project with this seed.
 * @param {string} name
 * @param {string} replay
 * @param {{ seed: number, runs: string, args: readonly string[] }} options
 * @returns {Trial}
 */
function vitestTrial(name, replay, { seed, runs, args }) {
  const run = async () => {
    const env = { NODE_ENV: 'test', ...(await testPrograms()), VIGIA_SEED: String(seed), VIGIA_RUNS: runs };
    return runNode(
      toolFile('vitest'),
      ['run', ...args, `--sequence.seed=${seed}`, `--testTimeout=${2 * MINUTE_MS * Number(runs)}`],
      { env },
    );
  };
  return { name, replay, run };
}

/** @param {Trial} trial */
async function passes({ name, replay, run }) {
  const startedMs = performance.now();
  const { code, output } = await run();
  if (code !== 0) say(`${output}\n✗ ${name}: ${replay}`);
  else say(`✓ ${name} (${duration(performance.now() - startedMs)})`);
  return code === 0;
}
