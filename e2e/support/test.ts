import { test as base, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { DrivenServer } from './driven-server.ts';
import { People } from './people.ts';

const Refusal = z.object({ error: z.object({ code: z.string() }) });

/**
 * Records the console errors of all pages and every dialog of the browser. A test lists the errors that it expects; any
 * other error fails the test.
 */
class BrowserFaults {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #refusals: string[] = [];

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(message.text());
    });
    page.on('response', async (answer) => {
      if (answer.status() < 400) return;
      const code = Refusal.safeParse(await answer.json().catch(() => null)).data?.error.code ?? answer.status();
      this.#refusals.push(`${answer.request().method()} ${new URL(answer.url()).pathname}: ${code}`);
    });
    page.on('pageerror', (error) => this.#seen.push(error.message));
    page.on('dialog', (dialog) => {
      this.#seen.push(`${dialog.type()}: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
  }

  /** Returns the number of errors that match this pattern. */
  count(fault: RegExp): number {
    return this.#seen.filter((each) => fault.test(each)).length;
  }

  expect(fault: RegExp): void {
    this.#expected.push(fault);
  }

  /** Returns the refused requests in order, each with its reason. They help to find the cause of a failed test. */
  get refusals(): readonly string[] {
    return this.#refusals;
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
  }
}

type Fixtures = {
  readonly browserFaults: BrowserFaults;
  /**
   * Fixture that sets the browser's clock to the server's time. The app compares the times in a session with the
   * browser's clock.
   */
  readonly sharedTime: undefined;
  readonly people: People;
  /** Opens a page in a separate browser, which acts as another device or another user. */
  readonly anotherBrowser: () => Promise<Page>;
  /** A server that only this test uses, so that the test may damage it permanently. */
  readonly doomed: DrivenServer;
};
type WorkerFixtures = { readonly server: DrivenServer };

/** Playwright's `test` with a server. Each worker has one server, and each test advances the clock of its server. */
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
  people: async ({ server }, use) => {
    const people = new People(server);
    await use(people);
    await people.leaveBrokers();
  },
  anotherBrowser: async ({ browser, server, baseURL, browserFaults }, use) => {
    const opened: Page[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? server.url });
      const page = await context.newPage();
      opened.push(page);
      await page.clock.setSystemTime(server.nowMs);
      browserFaults.watch(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from its first parameter
  doomed: async ({}, use) => {
    const server = await DrivenServer.start();
    await use(server);
    await server.stop();
  },
  browserFaults: [
    async ({ page }, use) => {
      const faults = new BrowserFaults();
      faults.watch(page);
      await use(faults);
      expect(faults.unexpected, faults.refusals.join('\n')).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
