/**
 * What `npm run mutants` changes and which tests judge it: each module by its own tests alone.
 * @typedef {object} MutantModule
 * @property {readonly string[]} mutate globs of the files that are changed
 * @property {readonly string[]} tests globs of the tests that must notice
 * @property {boolean} [needsDatabase]
 */

/** @param {string} folder @returns {MutantModule} */
const coreModule = (folder) => ({
  mutate: [`packages/core/src/${folder}/**/*.ts`, `!packages/core/src/${folder}/**/*.test.ts`],
  tests: [`packages/core/src/${folder}/**/*.test.ts`],
});

/** @type {Readonly<Record<string, MutantModule>>} */
export const MODULES = {
  trades: coreModule('trades'),
  risk: coreModule('risk'),
  statistics: coreModule('statistics'),
  candles: coreModule('candles'),
  pcr: coreModule('pcr'),
  backtest: coreModule('backtest'),
};
