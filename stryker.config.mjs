import { MUTANT_MODULES } from './scripts/lib/mutant-modules.mjs';

/** Name of the one module to mutate, as in `npm run mutants -- trades`. */
const name = process.env['MUTANTS_MODULE'] ?? '';
const { mutate } = MUTANT_MODULES[name] ?? { mutate: [] };

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  mutate: [...mutate],
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 1),
  incremental: true,
  incrementalFile: `.cache/mutants/${name}.json`,
  tempDirName: '.cache/mutants/sandbox',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutants/${name}.report.json` },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  // TypeScript 7 has no JavaScript interface, which Stryker would use to rewrite the project's configuration.
  tsconfigFile: 'none',
  timeoutMS: Number(process.env['MUTANTS_TIMEOUT_MS'] ?? 10_000),
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: [
    '.cache',
    'dist',
    'docs',
    'deploy',
    'test-results',
    'data',
    'apps/{web,cli}/src',
    '{e2e,bench,faults}/**/*.ts',
  ],
};
