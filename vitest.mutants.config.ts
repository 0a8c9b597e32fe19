import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * The core sources in Stryker's copy, which contains the mutants. The links in node_modules lead to the unchanged
 * original, so without this alias the oracles would test the wrong code.
 */
const COPIED_CORE = fileURLToPath(new URL('packages/core/src/', import.meta.url));

/** The tests of one module, for `npm run mutants`. `MUTANTS_TESTS` contains their globs, separated by spaces. */
export default defineConfig({
  resolve: { alias: [{ find: /^@vigia\/core\/(.+)$/, replacement: `${COPIED_CORE}$1/index.ts` }] },
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split(' '),
    exclude: ['**/node_modules/**'],
    setupFiles: ['packages/testkit/src/property-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(process.env['MUTANTS_DATABASE'] !== undefined && {
      globalSetup: ['apps/server/src/platform/persistence/testing-setup.ts'],
    }),
  },
});
