import type { Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { openWithSession } from '../support/people.ts';
import { pictures } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const LONG_MS = 180_000;
const SIDEWAYS = { width: 844, height: 390 } as const;
const UPRIGHT = { width: 390, height: 844 } as const;

const fullScreen = (page: Page): Locator => page.getByRole('region', { name: 'Operar a pantalla completa' });
const panelOf = (page: Page): Locator => fullScreen(page).getByRole('region', { name: 'Nueva operación' });

test.describe('on a phone held sideways', () => {
  test.use({ viewport: SIDEWAYS, hasTouch: true, isMobile: true });

  test('chart and order form fill the screen, and CALL opens a trade with its countdown', async ({
    page,
    server,
    people,
  }, info) => {
    test.setTimeout(LONG_MS);
    await openWithSession(page, await people.confirmed('Lado'));
    const panel = panelOf(page);
    const [call, put] = [/^CALL/, /^PUT/].map((name) => panel.getByRole('button', { name }));
    if (!call || !put) throw new Error('there is no button');
    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    for (const button of [call, put]) {
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(panel.getByRole('button', { name: /^Cuenta: / })).toBeInViewport({ ratio: 1 });
    await expect(fullScreen(page).getByRole('figure', { name: /^Gráfico de EURUSD/ })).toBeVisible();

    await panel.getByRole('button', { name: /^Monto/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Nueva operación' });
    await sheet.getByRole('button', { name: '$25', exact: true }).tap();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(fullScreen(page)).toBeVisible();

    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    await call.tap();
    const running = panel.getByRole('list', { name: 'Operaciones en curso' }).getByRole('listitem');
    await advanceClockUntil(server, (soon) => expect(running).toHaveCount(1, soon));
    await advanceClockUntil(server, (soon) => expect(running).toContainText(/0\d:\d\d/, soon));
    await expect(put).toBeInViewport({ ratio: 1 });
    await pictures(page, info, 'sideways');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await layoutFaults(page, { isTouch: true })).toEqual([]);

    await fullScreen(page).getByRole('button', { name: 'Salir' }).tap();
    await expect(fullScreen(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.setViewportSize(UPRIGHT);
    await page.setViewportSize(SIDEWAYS);
    await expect(fullScreen(page)).toBeVisible();
    await page.setViewportSize(UPRIGHT);
    await expect(fullScreen(page)).toHaveCount(0);
  });
});

test.describe('on an upright phone', () => {
  test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true });

  test('the button fills the screen, and the back button leaves it', async ({ page, server, people }, info) => {
    test.setTimeout(LONG_MS);
    await openWithSession(page, await people.confirmed('Recta'));
    await page.getByRole('button', { name: 'Pantalla completa' }).tap();
    await advanceClockUntil(server, (soon) =>
      expect(panelOf(page).getByRole('button', { name: /^PUT/ })).toBeEnabled(soon),
    );
    await pictures(page, info, 'upright');
    expect(await layoutFaults(page, { isTouch: true })).toEqual([]);
    await page.goBack();
    await expect(fullScreen(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('region', { name: 'Nueva operación' })).toBeVisible();
  });
});

test.describe('on a laptop', () => {
  test('menus lie above the chart that fills the screen', async ({ page, server, people }, info) => {
    test.setTimeout(LONG_MS);
    await openWithSession(page, await people.confirmed('Ancha'));
    await page.getByRole('button', { name: 'Pantalla completa' }).click();
    const leave = page.getByRole('button', { name: 'Salir de pantalla completa' });
    await expect(leave).toBeVisible();
    const chart = page.getByRole('figure', { name: /^Gráfico de EURUSD/ });
    await expect.poll(async () => (await chart.boundingBox())?.width).toBe(page.viewportSize()?.width);
    await page.getByRole('button', { name: /^Activo: / }).click();
    await page.getByRole('option', { name: /GBPUSD/ }).click();
    await advanceClockUntil(server, (soon) =>
      expect(page.getByRole('figure', { name: /^Gráfico de GBPUSD/ })).toBeVisible(soon),
    );
    await pictures(page, info, 'laptop');
    await leave.click();
    await expect(page.getByRole('region', { name: 'Nueva operación' })).toBeInViewport();
  });
});
