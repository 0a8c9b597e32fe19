import type { Locator, Page } from '@playwright/test';
import type { DrivenServer } from '../support/driven-server.ts';
import { pictures } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

/** Options with a long timeout for the first candles on a busy machine. */
const SLOW = { timeout: 30_000 } as const;

const SCREENS = [
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

const chartOf = (page: Page, candles = ''): Locator =>
  page.getByRole('figure', { name: new RegExp(`^Gráfico de EURUSD, velas de ${candles}`) });
/** The prices of the last candle. On a phone they are not visible. */
const pricesOf = (page: Page): Locator => chartOf(page).locator('dl').first();
const level = (page: Page): Locator => chartOf(page).getByRole('button', { name: /^Línea horizontal en/ });
const menuButton = (page: Page): Locator => page.getByRole('button', { name: /^Velas de segundos/ });

async function ready(page: Page): Promise<void> {
  await expect(chartOf(page).getByRole('group', { name: 'Dibujos del gráfico' })).toBeAttached(SLOW);
  await expect(pricesOf(page)).toHaveText(/\d/, SLOW);
}

async function choose(page: Page, seconds: string): Promise<void> {
  await menuButton(page).click();
  await page.getByRole('dialog', { name: 'Segundos' }).getByRole('button', { name: seconds, exact: true }).click();
  await expect(chartOf(page, `${seconds}$`)).toBeVisible();
  await ready(page);
}

/** Draws a horizontal line with the keyboard. */
async function drawLevel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Herramientas de dibujo' }).press('Enter');
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/v1/drawings/'));
  await page.getByRole('button', { name: 'Línea horizontal', exact: true }).press('Enter');
  await saved;
  await page.getByRole('button', { name: 'Herramientas de dibujo' }).press('Enter');
  await expect(menuButton(page)).toBeVisible();
}

/** Buys a trade of one minute, and waits for its label on the chart. */
async function trade(page: Page, server: DrivenServer): Promise<void> {
  await server.creep(page.getByRole('button', { name: /^CALL/ }).first().click());
  await server.creep(expect(chartOf(page).getByRole('button', { name: /CALL \$10\.00 en / })).toBeAttached(SLOW));
}

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('second candles that grew live are the same in another tab and after a reload', async ({
      page,
      server,
      context,
    }, info) => {
      test.setTimeout(120_000);
      await page.goto('/');
      await page.getByRole('button', { name: 'Probar demo' }).first().click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await ready(page);
      await trade(page, server);

      await menuButton(page).click();
      await expect(page.getByRole('dialog', { name: 'Segundos' })).toContainText('no hay vela');
      expect(await seriousFaults(page)).toEqual([]);
      await pictures(page, info, 'menu');
      await page.keyboard.press('Escape');
      await choose(page, '5 s');
      await drawLevel(page);
      const drawn = (await level(page).getAttribute('aria-label')) ?? '';
      await expect(chartOf(page).getByRole('button', { name: /CALL \$10\.00 en / })).toBeAttached();
      const first = (await pricesOf(page).textContent()) ?? '';
      await server.run(17_000);
      await expect(pricesOf(page)).not.toHaveText(first);
      await pictures(page, info, 'five-seconds');

      const other = await context.newPage();
      await other.clock.setSystemTime(server.nowMs);
      await other.goto('/dashboard');
      await expect(chartOf(other, '5 s$')).toBeVisible(SLOW);
      await ready(other);
      const stored = (await pricesOf(other).textContent()) ?? '';
      await expect(pricesOf(page)).toHaveText(stored);
      await other.close();
      await page.reload();
      await ready(page);
      await expect(chartOf(page, '5 s$')).toBeVisible();
      await expect(pricesOf(page)).toHaveText(stored);

      await choose(page, '30 s');
      await expect(level(page)).toHaveAccessibleName(drawn);
      await expect(menuButton(page)).toHaveAccessibleName('Velas de segundos: 30 s');
      await pictures(page, info, 'thirty-seconds');
      await page.getByRole('group', { name: 'Temporalidad' }).getByRole('button', { name: '15m', exact: true }).click();
      await expect(chartOf(page, '15m$')).toBeVisible();
      await expect(menuButton(page)).toHaveAccessibleName('Velas de segundos');
      await page.reload();
      await expect(chartOf(page, '15m$')).toBeVisible(SLOW);
    });
  });
}
