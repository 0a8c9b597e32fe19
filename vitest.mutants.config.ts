import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import core from './packages/core/package.json' with { type: 'json' };

/**
 * The exports of the core in Stryker's copy, which contains the mutants. The links in node_modules lead to the
 * unchanged original, so without these aliases the oracles would test the wrong code.
 */
const COPIED_CORE = Object.entries(core.exports).map(([name, file]) => ({
  find: new RegExp(`^@vigia/core/${name.slice('./'.length)}$`),
  replacement: fileURLToPath(new URL(`packages/core/${file}`, import.meta.url)),
}));

/** The tests of one module, for `npm run mutants`. `MUTANTS_TESTS` contains their globs, separated by spaces. */
export default defineConfig({
  resolve: { alias: COPIED_CORE },
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
