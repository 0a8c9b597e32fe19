import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { buildLocale } from './apps/web/build/locales.ts';

const WEB_CONFIG = './apps/web/vite.config.ts';
const PROPERTY_SETUP = ['packages/testkit/src/property-setup.ts'];
const ANSWERED_CODES = 'packages/testkit/src/answered-codes.ts';
const WEB_CLEAN_UP = './apps/web/src/shared/test/clean-up.ts';

/** The runner's own choice leaves one core idle: half of a small machine. */
const WORKERS = '100%';

/**
 * How long `expect.poll` waits for a condition: a busy machine may stand still for seconds, and a test that passes
 * never waits.
 */
const POLL = { poll: { timeout: 15_000 } };

const BUILT = ['**/node_modules/**', '**/dist/**'];

/** Tests that run the command line, as a project of their own: a change of the CLI reruns only these. */
const CLI_TESTS = '{packages,brokers,apps}/**/*cli.int.test.ts';

const INTEGRATION = {
  isolate: false,
  expect: POLL,
  include: ['{packages,brokers,apps}/**/*.int.test.ts'],
  exclude: BUILT,
  setupFiles: [...PROPERTY_SETUP, ANSWERED_CODES],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: WORKERS,
  globalSetup: ['apps/server/src/platform/persistence/testing-setup.ts'],
};

/**
 * Kinds of test by file name, each with its own time limits. Tests share one module registry per worker, and web tests
 * one page: loading the same modules for every file took most of the time (docs/decisions/0018). A test undoes what it
 * changes in globals and stores. Tests without servers run in threads, which start faster than processes.
 */
export default defineConfig({
  test: {
    sequence: { shuffle: true },
    projects: [
      {
        test: {
          name: 'unit',
          pool: 'threads',
          isolate: false,
          maxWorkers: WORKERS,
          expect: POLL,
          include: ['{packages,brokers,apps,scripts}/**/*.test.ts'],
          exclude: [
            '**/*.prop.test.ts',
            '**/*.int.test.ts',
            '**/node_modules/**',
            '**/dist/**',
            'apps/web/{src,catalogue}/**',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'property',
          pool: 'threads',
          isolate: false,
          maxWorkers: WORKERS,
          expect: POLL,
          include: ['{packages,brokers,apps}/**/*.prop.test.ts'],
          exclude: BUILT,
          setupFiles: PROPERTY_SETUP,
          testTimeout: 120_000,
        },
      },
      { test: { ...INTEGRATION, name: 'integration', exclude: [...BUILT, CLI_TESTS] } },
      { test: { ...INTEGRATION, name: 'cli', include: [CLI_TESTS] } },
      {
        ...(existsSync(new URL(WEB_CONFIG, import.meta.url)) && { extends: WEB_CONFIG }),
        test: {
          name: 'web',
          pool: 'threads',
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: ['apps/web/{src,catalogue}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pseudo.test.tsx', '**/node_modules/**'],
          environment: 'jsdom',
          expect: POLL,
          setupFiles: [WEB_CLEAN_UP, ...PROPERTY_SETUP],
        },
      },
      {
        extends: WEB_CONFIG,
        plugins: [buildLocale('pseudo')],
        test: {
          name: 'pseudo',
          pool: 'threads',
          isolate: false,
          maxWorkers: WORKERS,
          include: ['apps/web/src/**/*.pseudo.test.tsx'],
          environment: 'jsdom',
          expect: POLL,
          setupFiles: [WEB_CLEAN_UP],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
