/**
 * A module whose code `npm run mutants` changes, and the tests of the module. After each change, at least one of these
 * tests should fail.
 * @typedef {object} MutantModule
 * @property {readonly string[]} mutate globs of the files that are changed
 * @property {readonly string[]} tests globs of the tests that must fail
 * @property {boolean} [needsDatabase]
 */

/** Globs that exclude tests and shared test helpers, because these are not product code. */
const NO_TESTS = ['!**/*.test.ts', '!**/testing*.ts'];

/** @param {string} folder @returns {MutantModule} */
const coreModule = (folder) => ({
  mutate: [`packages/core/src/${folder}/**/*.ts`, ...NO_TESTS],
  tests: [`packages/core/src/${folder}/**/*.test.ts`],
});

/**
 * Returns a module for one part of the folder pcr. If the part has no tests of its own, the tests of the whole detector
 * are used.
 * @param {string} part glob of files under pcr
 * @param {readonly string[]} tests globs under pcr
 * @returns {MutantModule}
 */
const pcrModule = (part, tests) => ({
  mutate: [`packages/core/src/pcr/${part}`, ...NO_TESTS],
  tests: tests.map((test) => `packages/core/src/pcr/${test}`),
});

/**
 * Returns a module for files of a server feature that move money or compute amounts.
 * @param {string} files glob under features
 * @param {readonly string[]} tests globs under features
 * @returns {MutantModule}
 */
const serverModule = (files, tests) => ({
  mutate: [`apps/server/src/features/${files}`, ...NO_TESTS],
  tests: tests.map((test) => `apps/server/src/features/${test}`),
});

/** @param {MutantModule} module @returns {MutantModule} */
const needingDatabase = (module) => ({ ...module, needsDatabase: true });

/** @type {Readonly<Record<string, MutantModule>>} */
export const MUTANT_MODULES = {
  money: coreModule('money'),
  trades: coreModule('trades'),
  risk: coreModule('risk'),
  statistics: {
    mutate: ['packages/core/src/statistics/*.ts', ...NO_TESTS],
    tests: ['packages/core/src/statistics/*.test.ts'],
  },
  evidence: {
    mutate: ['packages/core/src/statistics/evidence/*.ts', ...NO_TESTS],
    // The excluded simulations take seconds for every mutant.
    tests: ['packages/core/src/statistics/evidence/!(*.prop).test.ts'],
  },
  'auto-trading': coreModule('auto-trading'),
  'evidence-log': coreModule('evidence-log'),
  rules: {
    ...coreModule('rules'),
    tests: ['packages/core/src/rules/**/*.test.ts', 'packages/core/src/strategies/*.test.ts'],
  },
  strategies: {
    ...coreModule('strategies'),
    // The definitions are tables that are read at import, so no test can detect a change while it runs.
    mutate: [...coreModule('strategies').mutate, '!packages/core/src/strategies/*/definition.ts'],
  },
  indicators: coreModule('indicators'),
  lengths: coreModule('lengths'),
  candles: {
    ...coreModule('candles'),
    // The excluded test would replay three days of recorded ticks for every mutant, and the recordings are not on every
    // machine.
    tests: ['packages/core/src/candles/!(golden).test.ts'],
  },
  'pcr-criteria': pcrModule('criteria/*.ts', ['criteria/*.test.ts', 'run/*.test.ts', 'oracle*.test.ts']),
  'pcr-run': pcrModule('run/*.ts', ['run/*.test.ts', 'oracle*.test.ts']),
  'pcr-zone': pcrModule('zone/*.ts', ['zone/*.test.ts', 'signal/touch.test.ts', 'oracle*.test.ts']),
  'pcr-signal': pcrModule('signal/*.ts', ['signal/*.test.ts', 'oracle*.test.ts']),
  'pcr-filters': pcrModule('filters/*.ts', ['filters/*.test.ts', 'oracle*.test.ts']),
  'pcr-setup': pcrModule('setup/*.ts', ['setup/*.test.ts']),
  // The excluded test compares the detector with recorded results. It takes a minute for every mutant, and the
  // recordings are not on every machine.
  'pcr-detector': pcrModule('{detector,replay/*}.ts', ['!(goldens).test.ts', '{replay,signal}/*.test.ts']),
  'pcr-group': pcrModule('detector-group.ts', ['detector-group*.test.ts']),
  'pcr-setup-fold': pcrModule('setup-fold.ts', ['!(goldens).test.ts', '{replay,signal,zone}/*.test.ts']),
  backtest: {
    mutate: ['packages/core/src/backtest/*.ts', ...NO_TESTS],
    // The excluded tests check the statistics with thousands of random walks. They test other code, and take up to a
    // minute for every mutant.
    tests: ['packages/core/src/backtest/!(honesty.prop|tries.prop).test.ts'],
  },
  'null-worlds': coreModule('backtest/null-worlds'),
  'rule-checks': coreModule('backtest/rule-checks'),
  'order-input': serverModule('trading/{price-groups,parse-stake,placement-refusal}.ts', [
    'trading/{price-groups,parse-stake,placement-refusal}.test.ts',
  ]),
  idempotency: needingDatabase(
    serverModule('trading/idempotency.ts', ['trading/idempotency.test.ts', 'trading/orders.int.test.ts']),
  ),
  correction: needingDatabase(
    serverModule('trading/correct-trade.ts', [
      'trading/correct-trade.int.test.ts',
      'trading/venue/corrected-results.int.test.ts',
    ]),
  ),
  settlement: needingDatabase(serverModule('trading/settle-due-trades.ts', ['trading/settle-due-trades.int.test.ts'])),
  'settlement-sql': needingDatabase(
    serverModule('trading/{settlement,due-trades}.repository.ts', [
      'trading/{settle-due-trades,settlement,settlement-loop,settlement-states.prop}.int.test.ts',
    ]),
  ),
  'order-approval': needingDatabase(
    serverModule('trading/{placing/approve-order,payout-fall,paper/paper-venue}.ts', [
      'trading/{orders,paper-order,order-refusals,trading}.int.test.ts',
    ]),
  ),
  'order-placement': needingDatabase(
    serverModule('trading/placing/{place-order,resolve-destination,write-order}.ts', [
      'trading/{orders,paper-order,trading}.int.test.ts',
    ]),
  ),
  ledger: needingDatabase(
    serverModule('accounts/ledger.ts', ['accounts/ledger.int.test.ts', 'trading/correct-trade.int.test.ts']),
  ),
  'broker-contract': needingDatabase(
    serverModule('trading/venue/apply-contract.ts', ['trading/venue/{contracts,corrected-results}.int.test.ts']),
  ),
};
