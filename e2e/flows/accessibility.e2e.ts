import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

for (const theme of ['dark', 'light'] as const) {
  for (const viewport of WIDTHS) {
    test(`no serious accessibility fault at ${viewport.width} px, ${theme}`, async ({ page, server }) => {
      await page.setViewportSize(viewport);
      // A colour on its way from one state to the next is neither: what is judged is where it comes to rest.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((choice) => localStorage.setItem('app_theme', choice), theme);
      for (const path of ['/', '/login', '/register', '/no-such-place']) {
        await page.goto(path);
        await expect(page.locator('h1').first()).toBeVisible();
        expect(await seriousFaults(page), path).toEqual([]);
      }
      await page.goto('/');
      await page.getByRole('button', { name: 'Probar demo' }).first().click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await server.run(2_000);
      await expect(page.getByRole('button', { name: /^CALL/ }).first()).toBeEnabled();
      for (const path of ['/dashboard', '/settings', '/metrics', '/strategies/pcr']) {
        if (path !== '/dashboard') await page.goto(path);
        await expect(page.locator('h1').first()).toBeAttached();
        expect(await seriousFaults(page), path).toEqual([]);
      }
    });
  }
}
