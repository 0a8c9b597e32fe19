import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { locales } from './apps/web/build/locales.ts';

const WEB_CONFIG = './apps/web/vite.config.ts';

/** Kinds of test, told apart by their file names, so that each can run alone with its own time budget. */
export default defineConfig({
  test: {
    sequence: { shuffle: true },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,brokers,apps,scripts}/**/*.test.ts'],
          exclude: ['**/*.prop.test.ts', '**/*.int.test.ts', '**/node_modules/**', '**/dist/**', 'apps/web/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'property',
          include: ['{packages,brokers,apps}/**/*.prop.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,brokers,apps}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Its own number of workers needs its own turn when several projects run together.
          sequence: { groupOrder: 1 },
          globalSetup: ['apps/server/src/platform/persistence/testing-setup.ts'],
        },
      },
      {
        ...(existsSync(new URL(WEB_CONFIG, import.meta.url)) && { extends: WEB_CONFIG }),
        test: {
          name: 'web',
          include: ['apps/web/{src,build,catalogue}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pseudo.test.tsx', '**/node_modules/**'],
          environment: 'jsdom',
        },
      },
      {
        extends: WEB_CONFIG,
        plugins: [locales('pseudo')],
        test: {
          name: 'pseudo',
          include: ['apps/web/src/**/*.pseudo.test.tsx'],
          environment: 'jsdom',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
