/**
 * `npm run test:nodes [-- --nodes 20.19.0,24.21.0] [--stages smoke,unit-server]`: runs stages of the tests under
 * several versions of Node, one after the other, and prints a table. `smoke` installs the package of the present
 * version with `--engine-strict`, starts it, opens a demo account, makes a practice trade and stops. Without
 * `--stages`: smoke, all unit and all integration stages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUser } from './lib/clean-user.mjs';
import { makeRelease } from './lib/made-release.mjs';
import { NODE_VERSIONS, nodeProgram } from './lib/node-versions.mjs';
import { npmCliPath, run } from './lib/processes.mjs';
import { duration, main, Stop, say } from './lib/say.mjs';
import { countsFile, SHORT_STAGES } from './lib/stages.mjs';
import { firstVisit } from './lib/visits.mjs';
import { readIfPresent } from './lib/workspace.mjs';

/** @typedef {{ readonly passed: number, readonly failed: number, readonly tookMs: number }} Outcome */

const SMOKE = 'smoke';
const KINDS = /^(?:unit-|integration-|web$)/;

await main(async () => {
  const { values } = parseArgs({ options: { nodes: { type: 'string' }, stages: { type: 'string' } } });
  const versions = values.nodes?.split(',') ?? NODE_VERSIONS;
  const known = [SMOKE, ...Object.keys(SHORT_STAGES).filter((name) => KINDS.test(name))];
  const stages = values.stages?.split(',') ?? known;
  const strange = stages.find((name) => !known.includes(name));
  if (strange !== undefined) throw new Stop(`No hay una etapa «${strange}»; las hay: ${known.join(', ')}.`);
  const made = mkdtempSync(join(tmpdir(), 'vigia-made-'));
  try {
    const release = stages.includes(SMOKE) ? await makeRelease(made) : null;
    const rows = [];
    for (const version of versions) {
      const node = await nodeProgram(version);
      const outcomes = [];
      for (const stage of stages) {
        const outcome = stage === SMOKE && release !== null ? await smoke(node, release) : await runStage(node, stage);
        say(`Node ${version}  ${stage}: ${described(outcome)}`);
        outcomes.push(outcome);
      }
      rows.push({ version, outcomes });
    }
    printTable(stages, rows);
    if (rows.some(({ outcomes }) => outcomes.some(({ failed }) => failed > 0))) process.exitCode = 1;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});

/**
 * Uses the package with this Node as a user does.
 * @param {string} node
 * @param {import('./lib/made-release.mjs').Release} release
 * @returns {Promise<Outcome>}
 */
async function smoke(node, { folder, file }) {
  const startedMs = performance.now();
  const user = await cleanUser(node);
  try {
    await user.npm('npm', ['install', '--engine-strict', '--ignore-scripts', join(folder, file)]);
    const program = join(user.folder, 'node_modules/vigia/bin/vigia.mjs');
    await user.node(program, ['start']);
    await firstVisit(user.url, (_name, step) => step());
    await user.node(program, ['stop']);
    return { passed: 1, failed: 0, tookMs: performance.now() - startedMs };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    return { passed: 0, failed: 1, tookMs: performance.now() - startedMs };
  } finally {
    await user.leave();
  }
}

/** @param {string} node @param {string} stage @returns {Promise<Outcome>} */
async function runStage(node, stage) {
  rmSync(countsFile(stage), { force: true });
  // The npm packages of Node contain no npm.
  const env = { PATH: [dirname(node), process.env['PATH']].join(delimiter), npm_execpath: npmCliPath() };
  const { code, output } = await run(node, ['scripts/stage.mjs', stage], { env });
  if (code !== 0) say(output);
  const written = readIfPresent(countsFile(stage));
  return written === null ? { passed: 0, failed: 1, tookMs: 0 } : JSON.parse(written);
}

/** @param {Outcome} outcome */
function described({ passed, failed, tookMs }) {
  return `${passed} pasaron, ${failed} fallaron (${duration(tookMs)})`;
}

/**
 * @param {readonly string[]} stages
 * @param {readonly { version: string, outcomes: readonly Outcome[] }[]} rows
 */
function printTable(stages, rows) {
  const cell = (/** @type {Outcome | undefined} */ outcome) =>
    outcome === undefined ? '' : `${outcome.passed}/${outcome.passed + outcome.failed} ${duration(outcome.tookMs)}`;
  say(`\n| etapa | ${rows.map(({ version }) => `Node ${version}`).join(' | ')} |`);
  say(`|---|${rows.map(() => '---').join('|')}|`);
  for (const [at, stage] of stages.entries())
    say(`| ${stage} | ${rows.map(({ outcomes }) => cell(outcomes[at])).join(' | ')} |`);
}
