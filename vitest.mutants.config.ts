import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Packages are linked to the folder that Stryker copied, where nothing is changed; oracles must judge the copy. */
const COPIED_CORE = fileURLToPath(new URL('packages/core/src/', import.meta.url));

/** The tests of one module alone, for `npm run mutants`; `MUTANTS_TESTS` holds their globs, apart by spaces. */
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
