import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { faultCounts, playwrightCounts, vitestCounts } from './counts.mjs';
import { runNode, toolFile } from './processes.mjs';
import { say } from './say.mjs';
import { testPrograms } from './test-programs.mjs';
import { filesUnder, ROOT, readIfPresent } from './workspace.mjs';

/** No stage takes as long as this; one that hangs must not hang the whole run. */
const LIMIT_MS = 15 * 60_000;

const TEST_FOLDERS = ['packages', 'brokers', 'apps', 'scripts'];

/**
 * One part of `npm test`.
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => boolean} hasWork whether there is anything to run yet
 * @property {() => Promise<import('./counts.mjs').Counts>} run says why something failed, and counts
 */

/** @type {readonly Stage[]} */
export const STAGES = [
  {
    name: 'comprobaciones estáticas',
    hasWork: () => true,
    run: async () => (await import('./verify.mjs')).runChecks(),
  },
  {
    name: 'unidad y propiedades',
    hasWork: () => tests().some((file) => !file.startsWith('apps/web/') && !/[.]int[.]test[.]ts$/.test(file)),
    run: () => vitest('unit', ['unit', 'property']),
  },
  {
    name: 'unidad web',
    hasWork: () => tests().some((file) => file.startsWith('apps/web/')),
    run: () => vitest('web', ['web', 'pseudo']),
  },
  { name: 'construcción', hasWork: () => true, run: build },
  {
    name: 'integración',
    hasWork: () => tests().some((file) => /[.]int[.]test[.]ts$/.test(file)),
    run: () => vitest('integration', ['integration']),
  },
  { name: 'fallos', hasWork: () => existsSync(join(ROOT, 'faults/run.ts')), run: faults },
  { name: 'clúster', hasWork: () => existsSync(join(ROOT, 'faults/cluster/run.ts')), run: cluster },
  {
    name: 'navegador',
    hasWork: () => filesUnder(['e2e/flows']).some((file) => file.endsWith('.e2e.ts')),
    run: browser,
  },
];

const tests = () => filesUnder(TEST_FOLDERS).filter((file) => /[.]test[.]tsx?$/.test(file));

async function build() {
  const { code, output } = await runNode('scripts/build.mjs', [], { limitMs: LIMIT_MS });
  if (code !== 0) say(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} report
 * @param {readonly string[]} projects
 */
async function vitest(report, projects) {
  const file = emptyReport(report);
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const env = { NODE_ENV: 'test', ...(await testPrograms()) };
  const { code, output } = await runNode(toolFile('vitest'), args, { env, limitMs: LIMIT_MS });
  if (code !== 0) say(output);
  return vitestCounts(readIfPresent(file), code);
}

/** Every fault scenario with two seeds; the documented figures come from a longer run by hand. */
async function faults() {
  const file = emptyReport('faults');
  const args = ['--seeds', '2', '--report', file];
  const { code, output } = await runNode('scripts/faults.mjs', args, { limitMs: LIMIT_MS });
  if (code !== 0) say(output);
  return faultCounts(readIfPresent(file), code);
}

/** Several processes, NATS and PostgreSQL, each broken in each way once; the long form is for by hand. */
async function cluster() {
  const file = emptyReport('cluster');
  const { code, output } = await runNode('scripts/test-cluster.mjs', ['--report', file], { limitMs: LIMIT_MS });
  if (code !== 0) say(output);
  return faultCounts(readIfPresent(file), code);
}

async function browser() {
  const file = emptyReport('browser');
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  const args = ['test', '--config', 'e2e/playwright.config.ts'];
  const { code, output } = await runNode(toolFile('@playwright/test', 'playwright'), args, { env, limitMs: LIMIT_MS });
  if (code !== 0) say(output);
  return playwrightCounts(readIfPresent(file), code);
}

/** A report left by an earlier run would be counted as this one's. @param {string} name */
function emptyReport(name) {
  const file = join(ROOT, 'test-results', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}
