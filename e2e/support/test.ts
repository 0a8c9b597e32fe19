import { test as base, expect } from '@playwright/test';
import { DrivenServer } from './driven-server.ts';

type Fixtures = {
  /** Fails the test on any error in the page's console. */
  readonly quietConsole: undefined;
};
type WorkerFixtures = { readonly server: DrivenServer };

/** Playwright's test with our server behind it: one a worker, its clock in the test's hand. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from its first parameter
    async ({}, use) => {
      const server = await DrivenServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  quietConsole: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
