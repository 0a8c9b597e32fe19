/**
 * What `npm run mutants` changes and which tests judge it: each module by its own tests alone.
 * @typedef {object} MutantModule
 * @property {readonly string[]} mutate globs of the files that are changed
 * @property {readonly string[]} tests globs of the tests that must notice
 * @property {boolean} [needsDatabase]
 */

/** Scenarios and markets that tests share are no product code. */
const NO_TESTS = ['!**/*.test.ts', '!**/test-*.ts'];

/** @param {string} folder @returns {MutantModule} */
const coreModule = (folder) => ({
  mutate: [`packages/core/src/${folder}/**/*.ts`, ...NO_TESTS],
  tests: [`packages/core/src/${folder}/**/*.test.ts`],
});

/**
 * A part of pcr. Its own tests, and those of the whole detector where its folder has none, judge it.
 * @param {string} part glob of files under pcr
 * @param {readonly string[]} tests globs under pcr
 * @returns {MutantModule}
 */
const pcrModule = (part, tests) => ({
  mutate: [`packages/core/src/pcr/${part}`, ...NO_TESTS],
  tests: tests.map((test) => `packages/core/src/pcr/${test}`),
});

/** @type {Readonly<Record<string, MutantModule>>} */
export const MODULES = {
  trades: coreModule('trades'),
  risk: coreModule('risk'),
  statistics: coreModule('statistics'),
  candles: coreModule('candles'),
  'pcr-criteria': pcrModule('criteria/*.ts', ['criteria/*.test.ts', 'run/*.test.ts', 'oracle*.test.ts']),
  'pcr-run': pcrModule('run/*.ts', ['run/*.test.ts', 'oracle*.test.ts']),
  'pcr-zone': pcrModule('zone/*.ts', ['zone/*.test.ts', 'signal/touch.test.ts', 'oracle*.test.ts']),
  'pcr-signal': pcrModule('signal/*.ts', ['signal/*.test.ts', 'oracle*.test.ts']),
  'pcr-filters': pcrModule('filters/*.ts', ['filters/*.test.ts', 'oracle*.test.ts']),
  'pcr-setup': pcrModule('setup/*.ts', ['setup/*.test.ts']),
  'pcr-detector': pcrModule('{*,replay/*}.ts', ['*.test.ts', '{signal,zone}/*.test.ts']),
  backtest: coreModule('backtest'),
};
