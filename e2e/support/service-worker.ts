import { expect, type Page } from '@playwright/test';

const PATIENCE = { timeout: 30_000 };

/** Waits until the service worker controls this page. Before that, the service worker caches the whole app. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const isTaken = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isTaken, PATIENCE).toBe(true);
}
