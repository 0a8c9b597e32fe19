import { test as base, expect } from '@playwright/test';
import { DrivenServer } from './driven-server.ts';

/** What the page's console complained of. A test that provokes a complaint names it; any other fails the test. */
class BrowserFaults {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  add(fault: string): void {
    this.#seen.push(fault);
  }

  expect(fault: RegExp): void {
    this.#expected.push(fault);
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
  }
}

type Fixtures = {
  readonly browserFaults: BrowserFaults;
  /** Sessions carry times that the browser holds against its own clock: it is set by the server's. */
  readonly sharedTime: undefined;
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
  sharedTime: [
    async ({ page, server }, use) => {
      await page.clock.setSystemTime(server.nowMs);
      await use(undefined);
    },
    { auto: true },
  ],
  browserFaults: [
    async ({ page }, use) => {
      const faults = new BrowserFaults();
      page.on('console', (message) => {
        if (message.type() === 'error') faults.add(message.text());
      });
      page.on('pageerror', (error) => faults.add(error.message));
      await use(faults);
      expect(faults.unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
