import { expect, type Page } from '@playwright/test';
import { DrivenServer } from '../support/driven-server.ts';
import { openWithSession } from '../support/people.ts';
import { test as base } from '../support/test.ts';
import { advanceServerTo, type Camila, createCamila } from './camila.ts';
import { rememberLetters, rendersTextAsStored, textDigestsOf } from './letters.ts';
import { type PicturedScreen, SCREENS } from './screens.ts';

const THEMES = ['dark', 'light'] as const;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The length of a time slot in milliseconds. The market of a test sends about one tick of each asset in a slot. */
const SLOT_MS = 1_100;
const QUIET_MS = SLOT_MS - 20;
const FIRST_SLOT_MS = Date.parse('2020-01-01T00:00:00.000Z');
/** The number of the first slot of the pictures. Camila's last trade is open during it. */
const FIRST_PICTURE = Math.ceil((Date.parse('2026-11-18T13:22:10.000Z') - FIRST_SLOT_MS) / SLOT_MS);
/** The number of slots that each picture may use. Within them the prices reach the page, even after slow requests. */
const SLOTS_EACH = 8;
const PAGE_PATIENCE = { timeout: 1_500 };

type WorkerFixtures = {
  readonly server: DrivenServer;
  readonly camila: Camila;
  /** Whether the pictures of this machine can be compared with the stored pictures. */
  readonly isComparable: boolean;
};

/** Playwright's `test` with a separate server, so that no end-to-end test changes the pictures. */
const test = base.extend<object, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from its first parameter
    async ({}, use) => {
      const server = await DrivenServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  camila: [async ({ server }, use) => use(await createCamila(server)), { scope: 'worker', timeout: 120_000 }],
  isComparable: [
    async ({ browser, server }, use, { config }) => {
      const letters = await textDigestsOf(browser, server.url);
      const isRenewal = config.updateSnapshots !== 'none';
      if (isRenewal) rememberLetters(letters);
      await use(isRenewal || rendersTextAsStored(letters));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
// Tracing would take longer than all other steps of these tests, and the differing picture shows more than a trace.
test.use({ trace: 'off', screenshot: 'off' });

test.beforeEach(({ isComparable }) => {
  // On a machine that renders text differently, every picture would differ without a fault (docs/decisions/0012).
  test.skip(!isComparable, 'this machine renders text differently from the machine that took the pictures');
});

SCREENS.forEach((screen, place) => {
  THEMES.forEach((theme, turn) => {
    test(`the screen ${screen.name} in the ${theme} theme looks like its stored picture`, async ({
      page,
      server,
      camila,
    }) => {
      const slot = FIRST_PICTURE + (place * THEMES.length + turn) * SLOTS_EACH;
      await advanceServerTo(server, momentOf(slot));
      await page.clock.setFixedTime(server.nowMs);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((chosen) => localStorage.setItem('app_theme', chosen), theme);
      await open(page, camila, screen);
      if (screen.hasPrices) await pricesCome(page, server, screen.hasPrices);
      while (screen.hasPrices && server.nowMs < momentOf(slot + SLOTS_EACH - 1)) await passSlot(page, server);
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        // The entries of the bar of a phone load on demand.
        await expect(page.locator('nav[aria-label="Secciones"]:not(:has(a))')).toHaveCount(0);
        await expect.soft(page).toHaveScreenshot(`${screen.name}-${theme}-${size.width}.png`);
      }
    });
  });
});

const momentOf = (slot: number) => FIRST_SLOT_MS + slot * SLOT_MS + QUIET_MS;

async function open(page: Page, camila: Camila, { path, prepare, complete }: PicturedScreen): Promise<void> {
  if (typeof path === 'string') await page.goto(path);
  else {
    await openWithSession(page, camila, path(camila));
    await expect(page.getByRole('banner').getByText('En vivo')).toBeVisible();
  }
  await prepare?.(page);
  await complete(page);
}

/** Passes one slot after another until the page shows prices. */
async function pricesCome(page: Page, server: DrivenServer, has: NonNullable<PicturedScreen['hasPrices']>) {
  await expect(async () => {
    await passSlot(page, server);
    await expect.poll(() => has(page), PAGE_PATIENCE).toBe(true);
  }).toPass({ timeout: (SLOTS_EACH - 2) * PAGE_PATIENCE.timeout });
}

/**
 * Advances the page's clock before the server's clock. Data is then never older than one slot, and no price counts as
 * delayed.
 */
async function passSlot(page: Page, server: DrivenServer): Promise<void> {
  await page.clock.setFixedTime(server.nowMs + SLOT_MS);
  await server.run(SLOT_MS);
}
