import type { Locator, Page } from '@playwright/test';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

/** Options with a long timeout for the first candles on a busy machine. */
const SLOW = { timeout: 30_000 } as const;

const SCREENS = [
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

const chartOf = (page: Page): Locator => page.getByRole('figure', { name: /^Gráfico de EURUSD/ });
const menuOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Indicadores y capas' });

async function openChart(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await expect(chartOf(page).getByRole('group', { name: 'Dibujos del gráfico' })).toBeAttached(SLOW);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Indicadores y capas' }).click();
  await expect(menuOf(page)).toBeVisible();
}

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the chart type survives a reload, and Heikin Ashi states that its prices are no trade prices', async ({
      page,
    }) => {
      await openChart(page);
      const note = chartOf(page).getByText(/sus precios no son de operación/);
      await expect(note).toHaveCount(0);
      await openMenu(page);
      for (const kind of ['Línea', 'Área', 'Heikin Ashi']) {
        await menuOf(page).getByRole('button', { name: kind, exact: true }).click();
        await expect(menuOf(page).getByRole('button', { name: kind, exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
      }
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(note).toBeVisible();
      await page.reload();
      await ready(page);
      await expect(note).toBeVisible();
      await openMenu(page);
      await menuOf(page).getByRole('button', { name: 'Velas', exact: true }).click();
      await expect(note).toHaveCount(0);
    });

    test('the menu leaves the newest candles visible', async ({ page }) => {
      await openChart(page);
      const chart = await chartOf(page).boundingBox();
      await openMenu(page);
      await menuOf(page).evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
      const menu = await menuOf(page).boundingBox();
      if (!chart || !menu) throw new Error('the page has no chart or no menu');
      const isBelow = menu.y >= chart.y + 200 && menu.y >= chart.y + chart.height * 0.6;
      const isBeside = menu.x + menu.width <= chart.x + chart.width / 2;
      expect({ isFree: isBelow || isBeside, chart, menu }).toMatchObject({ isFree: true });
    });

    test('the legend shows the values of the bands whole', async ({ page }) => {
      await openChart(page);
      await openMenu(page);
      await menuOf(page).getByRole('switch', { name: 'Bandas de Bollinger' }).click();
      await page.keyboard.press('Escape');
      const entry = chartOf(page).getByText('Bollinger 20, 2', { exact: true }).locator('..');
      await expect(entry).toHaveText(/^Bollinger 20, 2([\d.]+ · ){2}[\d.]+$/);
      const isWhole = await entry.evaluate((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const frames = [element.parentElement, element.parentElement?.parentElement].map((each) =>
          each?.getBoundingClientRect(),
        );
        return frames.every(
          (frame) => frame && top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right,
        );
      });
      expect(isWhole).toBe(true);
    });

    test('a second RSI is added, set in its dialog, shown with its value, kept after a reload and removed', async ({
      page,
    }) => {
      await openChart(page);
      await openMenu(page);
      await menuOf(page).getByRole('switch', { name: 'RSI', exact: true }).click();
      await menuOf(page).getByRole('button', { name: 'Añadir RSI' }).click();
      const dialog = page.getByRole('dialog', { name: 'RSI 2' });
      const period = dialog.getByRole('spinbutton', { name: 'Período de RSI 2' });
      await period.fill('9');
      expect(await seriousFaults(page)).toEqual([]);
      await period.fill('0');
      await expect(dialog.getByRole('alert')).toHaveText('Entre 2 y 500');
      await dialog.getByRole('button', { name: 'Listo' }).click();
      await expect(menuOf(page).getByRole('button', { name: 'Añadir RSI' })).toBeDisabled();
      await page.keyboard.press('Escape');
      const values = chartOf(page).locator('dl', { hasText: 'RSI 9' });
      await expect(values).toHaveText(/RSI 9\d{1,3}(\.\d)?$/);
      await expect(chartOf(page).locator('dl', { hasText: 'RSI 14' })).toHaveText(/RSI 14\d/);

      await page.reload();
      await ready(page);
      await expect(values).toHaveText(/RSI 9\d/);
      await openMenu(page);
      await menuOf(page).getByRole('button', { name: 'Ajustar RSI 2' }).click();
      await dialog.getByRole('button', { name: 'Quitar' }).click();
      await expect(values).toHaveCount(0);
      await expect(menuOf(page).getByRole('button', { name: 'Añadir RSI' })).toBeEnabled();
    });

    test('a ray, a retracement and a text are drawn by keyboard, survive a reload on every timeframe, and change', async ({
      page,
    }) => {
      await openChart(page);
      const tools = page.getByRole('toolbar', { name: 'Dibujar en el gráfico' });
      const drawn = (name: RegExp) => chartOf(page).getByRole('button', { name });
      await page.getByRole('button', { name: 'Herramientas de dibujo' }).press('Enter');
      await tools.getByRole('button', { name: 'Rayo', exact: true }).press('Enter');
      await expect(drawn(/^Rayo de/)).toBeFocused();
      await tools.getByRole('button', { name: 'Retroceso de Fibonacci' }).press('Enter');
      await expect(drawn(/^Retroceso de Fibonacci de/)).toBeFocused();
      await expect(chartOf(page).getByText(/^61\.8 % · 1\./)).toBeVisible();
      await tools.getByRole('button', { name: 'Texto', exact: true }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Texto en el gráfico' });
      await dialog.getByRole('textbox', { name: 'Texto' }).fill('Techo <b>de ayer</b>');
      const saved = page.waitForResponse(
        (answer) => answer.url().includes('/drawings/') && answer.request().method() === 'PUT',
      );
      await page.keyboard.press('Enter');
      const text = drawn(/^Texto «Techo <b>de ayer<\/b>» en/);
      await expect(text).toBeFocused();
      expect((await saved).status()).toBe(200);

      const names = await drawn(/^(Rayo|Retroceso|Texto)/).evaluateAll((all) => all.map((each) => each.ariaLabel));
      await page.reload();
      await ready(page);
      for (const timeframe of ['15m', '30m', '5m']) {
        await page.getByRole('button', { name: timeframe, exact: true }).click();
        await expect(chartOf(page)).toHaveAccessibleName(new RegExp(`velas de ${timeframe}`));
        for (const name of names) await expect(chartOf(page).getByRole('button', { name: name ?? '' })).toHaveCount(1);
      }
      expect(await seriousFaults(page)).toEqual([]);

      await text.focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: 'Texto' }).fill('Suelo');
      await page.keyboard.press('Enter');
      await expect(drawn(/^Texto «Suelo» en/)).toBeFocused();
      await page.keyboard.press('Delete');
      await expect(drawn(/^Texto/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Herramientas de dibujo' }).click();
      await expect(tools.getByRole('button', { name: '2 dibujos' })).toBeVisible();
    });

    test('the expiry on the chart chooses the duration by drag and by key, and sends no order', async ({ page }) => {
      await openChart(page);
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('create-option') && sent.push(request.url()));
      await page.getByRole('button', { name: '1m', exact: true }).click();
      const expiry = chartOf(page).getByRole('slider', { name: 'Vencimiento de la próxima operación' });
      await expect(expiry).toHaveAttribute('aria-valuetext', /^5 min, a las/);
      await expiry.press('ArrowRight');
      await expect(expiry).toHaveAttribute('aria-valuetext', /^6 min, a las/);
      const box = await expiry.boundingBox();
      if (!box) throw new Error('the handle is not there');
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 10, y);
      await page.mouse.move(x + 24, y);
      await page.mouse.up();
      await expect(expiry).toHaveAttribute('aria-valuetext', /^9 min, a las/);
      expect(sent).toEqual([]);
      expect(await seriousFaults(page)).toEqual([]);
    });
  });
}
