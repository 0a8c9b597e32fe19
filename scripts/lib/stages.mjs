import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureShell } from '../ci/browser.mjs';
import { testPrograms } from '../ci/test-programs.mjs';
import { faultCounts, playwrightCounts, vitestCounts } from './counts.mjs';
import { stageOrderSeed } from './order-seed.mjs';
import { npmCliPath, toolFile } from './processes.mjs';
import { filesUnder, ROOT } from './workspace.mjs';

const MINUTE_MS = 60_000;

/** @type {{ scripts: Record<string, string> }} */
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/**
 * One stage of `npm test`. Its inputs are listed in package.json: wireit repeats a stage only if one of its inputs has
 * changed.
 * @typedef {object} Stage
 * @property {string} title
 * @property {readonly string[]} args of node
 * @property {() => Promise<NodeJS.ProcessEnv>} [env]
 * @property {(report: string | null, code: number | null) => import('./counts.mjs').Counts} counts
 * @property {boolean} [isFirst] ends before the other stages begin, because they use its result
 * @property {boolean} [isLast] begins when all other stages have ended, because it uses their results
 * @property {boolean} [recordsCodes] writes the error codes that its servers return to a file
 * @property {boolean} [hasDatabases] creates and drops many databases, which takes far less time in memory
 * @property {boolean} [isAlwaysRun] runs without a cache, because it takes seconds or has its own cache
 * @property {number} [quietMs] the longest time without output; each test file and each end-to-end test writes a line
 * at its end
 * @property {number | undefined} [totalMs] the longest total time
 */

/** @param {string} stage @returns the file with the counts of its last run */
export const countsFile = (stage) => join(ROOT, 'test-results/stages', `${stage}.json`);

/** @param {string} stage @returns the file into which the test runner of a stage writes its report */
export const reportFile = (stage) => join(ROOT, 'test-results', `${stage}.report.json`);

/** @param {string} stage @returns the file with the error codes that servers answered in an integration stage */
export const answeredCodesFile = (stage) => join(ROOT, 'test-results/stages', `${stage}.codes`);

/**
 * @param {string} stage
 * @param {string} title
 * @param {readonly string[]} projects
 * @param {readonly string[]} paths folders or files
 * @returns {Record<string, Stage>}
 */
function vitest(stage, title, projects, paths) {
  const args = [
    toolFile('vitest'),
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile(stage)}`,
    `--sequence.seed=${stageOrderSeed(process.env)}`,
    // The paths are absolute, because a relative one could also match a folder above the checkout.
    ...paths.map((path) => join(ROOT, path)),
  ];
  const isRecorded = projects.includes('integration');
  return {
    [stage]: {
      title,
      args,
      env: async () => ({
        NODE_ENV: 'test',
        ...(isRecorded && { VIGIA_ANSWERED_CODES: answeredCodesFile(stage) }),
        ...(await testPrograms()),
      }),
      counts: vitestCounts,
      hasDatabases: stage.startsWith('integration'),
      recordsCodes: isRecorded,
    },
  };
}

const WHOLE_SERVER = 'apps/server/src/composition/';

/**
 * The tests of the whole server that send many requests. They are a stage of their own, because all tests of the whole
 * server in one stage would run long after all other stages. All other tests of the whole server, also new ones, belong
 * to the second stage. Both stages name their files, because Vitest ignores `--exclude` if the configuration has
 * projects.
 */
const HTTP_TESTS = [
  'documentation',
  'foreign-pages',
  'headers',
  'hosted',
  'injection',
  'leaving',
  'limits',
  'refused-requests',
  'root',
  'routes',
  'scopes',
].map((name) => `${WHOLE_SERVER}${name}.int.test.ts`);

const OTHER_SERVER_TESTS = filesUnder([WHOLE_SERVER]).filter(
  (file) => file.endsWith('.int.test.ts') && !file.endsWith('.cli.int.test.ts') && !HTTP_TESTS.includes(file),
);

/**
 * Returns a stage of browser tests. `npm test` runs the tests tagged `@gate`: all tests about money, orders and
 * accounts, and one test for each other part. `npm run test:all` runs all browser tests (docs/decisions/0018).
 * @param {string} stage
 * @param {string} title
 * @param {readonly string[]} args
 * @param {() => Promise<string>} find finds the browser
 * @param {number} [totalMs]
 * @returns {Record<string, Stage>}
 */
const browser = (stage, title, args, find, totalMs) => ({
  [stage]: {
    title,
    args: [toolFile('@playwright/test', 'playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    env: async () => ({ CHROMIUM_PATH: await find(), PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(stage) }),
    counts: playwrightCounts,
    hasDatabases: true,
    totalMs,
  },
});

/**
 * @param {string} stage
 * @param {string} title
 * @param {string} script
 * @param {readonly string[]} args
 * @param {number} [totalMs]
 * @returns {Record<string, Stage>}
 */
const faults = (stage, title, script, args, totalMs) => ({
  [stage]: {
    title,
    args: [script, ...args, '--report', reportFile(stage)],
    counts: faultCounts,
    hasDatabases: true,
    totalMs,
  },
});

/**
 * Returns the counts of a script that passes or fails as a whole.
 * @type {Stage['counts']}
 */
const byExitCode = (_report, code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/**
 * Returns a stage that runs a script of package.json; returns no stage if that script does not exist.
 * @param {string} name
 * @param {string} title
 * @param {number} totalMs
 * @returns {Record<string, Stage>}
 */
const npmScript = (name, title, totalMs) =>
  name in PACKAGE.scripts
    ? { [name]: { title, args: [npmCliPath(), 'run', name], counts: byExitCode, quietMs: totalMs, totalMs } }
    : {};

/**
 * The stages of `npm test` in the order of their start, longest first. Two of them run at the same time.
 * @type {Readonly<Record<string, Stage>>}
 */
export const SHORT_STAGES = {
  build: { title: 'construcción', args: ['scripts/build.mjs'], counts: byExitCode, isAlwaysRun: true, isFirst: true },
  ...browser('browser', 'navegador', ['--project', 'journeys', '--grep', '@gate'], ensureShell),
  checks: {
    title: 'comprobaciones estáticas',
    args: ['scripts/verify.mjs', '--report', reportFile('checks')],
    counts: faultCounts,
    isAlwaysRun: true,
  },
  ...faults('faults', 'fallos', 'scripts/faults.mjs', ['--seeds', '1', '--short']),
  ...vitest('integration-http', 'integración: peticiones al servidor entero', ['integration'], HTTP_TESTS),
  ...vitest('integration-server', 'integración: servidor entero', ['integration'], OTHER_SERVER_TESTS),
  ...vitest('web', 'unidad web', ['web', 'pseudo'], []),
  ...vitest('integration-features', 'integración: funciones', ['integration'], ['apps/server/src/features/']),
  ...faults('cluster', 'clúster', 'scripts/test-cluster.mjs', ['--kind', 'kill']),
  ...vitest('integration-platform', 'integración: plataforma', ['integration'], ['apps/server/src/platform/']),
  ...vitest('unit-packages', 'unidad y propiedades: paquetes', ['unit', 'property'], ['packages/']),
  ...vitest('unit-server', 'unidad y propiedades: servidor', ['unit', 'property'], ['apps/server/']),
  ...vitest('unit-brokers', 'unidad y propiedades: brókeres', ['unit', 'property'], ['brokers/']),
  ...vitest('integration-cli', 'integración: línea de órdenes', ['cli'], []),
  ...vitest('unit-scripts', 'unidad: herramientas', ['unit'], ['scripts/', 'apps/web/build/']),
  'error-codes': {
    title: 'códigos de error respondidos',
    args: ['scripts/error-codes.mjs'],
    counts: byExitCode,
    isAlwaysRun: true,
    isLast: true,
  },
};

const { faults: _faults, cluster: _cluster, browser: _browser, ...TESTS } = SHORT_STAGES;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The stages of the complete tests before a release. They include the tests that `npm test` excludes or shortens.
 * @type {Readonly<Record<string, Stage>>}
 */
export const ALL_STAGES = {
  ...TESTS,
  ...browser('browser-all', 'navegador: todos los recorridos y las imágenes', [], ensureBrowser, HOUR_MS),
  ...faults('faults-all', 'fallos: 20 semillas', 'scripts/faults.mjs', ['--seeds', '20'], 3 * HOUR_MS),
  ...faults('cluster-all', 'clúster: cada parte de cada forma', 'scripts/test-cluster.mjs', [], HOUR_MS),
  ...faults(
    'cluster-long',
    'clúster: con carga y descansos largos',
    'scripts/test-cluster.mjs',
    ['--long'],
    2 * HOUR_MS,
  ),
  ...faults(
    'cluster-sessions',
    'clúster: sesiones con un bróker en tres procesos',
    'scripts/test-cluster.mjs',
    ['sessions', '--sessions', '300'],
    HOUR_MS,
  ),
  ...faults('cluster-alone', 'clúster: un solo proceso', 'scripts/test-cluster.mjs', ['--alone'], HOUR_MS),
  ...npmScript('first-trade', 'de la copia a la primera operación en tres minutos', 10 * MINUTE_MS),
  ...npmScript('bench', 'medidas, con Lighthouse', 2 * HOUR_MS),
  ...npmScript('explore', 'propiedades con semillas libres', 2 * HOUR_MS),
  ...npmScript('mutants', 'mutantes', 6 * HOUR_MS),
};

const QUICK = ['checks', 'unit-packages', 'unit-server', 'unit-brokers', 'unit-scripts'];
const OPENAPI = vitest(
  'openapi',
  'openapi.json',
  ['integration'],
  ['apps/server/src/composition/documentation.int.test.ts'],
);

/**
 * The stages of `npm run check`: the static checks, the unit and property tests, and the check that docs/openapi.json
 * is current.
 * @type {Readonly<Record<string, Stage>>}
 */
export const QUICK_STAGES = {
  ...Object.fromEntries(Object.entries(SHORT_STAGES).filter(([name]) => QUICK.includes(name))),
  ...Object.fromEntries(Object.entries(OPENAPI).map(([name, stage]) => [name, { ...stage, isAlwaysRun: true }])),
};

/** Every stage by its name. */
export const STAGES = { ...SHORT_STAGES, ...ALL_STAGES, ...QUICK_STAGES };
