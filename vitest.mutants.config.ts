import { defineConfig } from 'vitest/config';

/** The tests of one module alone, for `npm run mutants`; `MUTANTS_TESTS` holds their globs. */
export default defineConfig({
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split(','),
    exclude: ['**/node_modules/**'],
    setupFiles: ['packages/testkit/src/property-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(process.env['MUTANTS_DATABASE'] !== undefined && {
      globalSetup: ['apps/server/src/platform/persistence/testing-setup.ts'],
    }),
  },
});
