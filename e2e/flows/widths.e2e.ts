import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Widths in pixels: phones, tablets in both positions, laptops. */
const WIDTHS = [360, 390, 768, 820, 1024, 1280, 1440] as const;
const TOUCH_WIDTHS = [360, 390, 768, 820, 1024] as const;
const PATHS = [
  '/dashboard',
  '/connections',
  '/strategies/binarias',
  '/strategies/pcr',
  '/strategies/pcr/debug',
  '/calculator',
  '/settings',
  '/profile',
  '/ayuda/veredictos',
  '/verificar',
];
const PHONES = [360, 390, 768] as const;
/** The dialogs that open without trades or connections: by page, the name of the button and the widths that have it. */
const DIALOGS = [
  [
    '/dashboard',
    [
      [/^Activo: /, TOUCH_WIDTHS],
      [/^Monto/, PHONES],
      ['Menú', PHONES],
      [/^Ir a, cambiar activo/, [820, 1024]],
    ],
  ],
  [
    '/strategies/pcr',
    [
      ['Biblioteca', TOUCH_WIDTHS],
      [/^¿Por qué no opera\?: /, TOUCH_WIDTHS],
      [/^Ver estadísticas: /, TOUCH_WIDTHS],
      [/^Clonar: /, TOUCH_WIDTHS],
    ],
  ],
  [
    '/strategies/binarias',
    [
      ['Biblioteca', TOUCH_WIDTHS],
      [/^Nueva estrategia$/, TOUCH_WIDTHS],
    ],
  ],
] as const;
const LONG_NAME = { first_name: 'Maximiliana Guadalupe', last_name: 'Fernández de Córdoba' };

/** Waits until the layout has adapted to this width. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width <= 768 ? 844 : 900 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Checks every page at every width, in the theme of the page. */
async function checkPages(page: Page, isTouch: boolean, paths = PATHS): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    for (const width of isTouch ? TOUCH_WIDTHS : WIDTHS) {
      await resize(page, width);
      await expect
        .configure({ soft: true })
        .poll(() => layoutFaults(page, { isTouch }), { message: `${path} at ${width} px`, timeout: 3000 })
        .toEqual([]);
    }
  }
}

for (const theme of ['dark', 'light'] as const) {
  test(`every control is on the screen and uncovered at each width, running and stopped: ${theme}`, async ({
    page,
    people,
    server,
  }) => {
    test.setTimeout(300_000);
    const person = await people.confirmed('Maximiliana', LONG_NAME);
    await page.addInitScript((chosen) => localStorage.setItem('app_theme', chosen), theme);
    await openWithSession(page, person);
    await checkPages(page, false);
    await people.api('/api/v1/trading/stop-all', person.session, {});
    await page.goto('/dashboard');
    const resume = page.getByRole('button', { name: 'Todo detenido. Reanudar' });
    await advanceClockUntil(server, (soon) => expect(resume).toBeVisible(soon));
    await checkPages(page, false, ['/dashboard']);
  });
}

test('an open sidebar leaves the figures of each page whole on a tablet', async ({ page, people }) => {
  const person = await people.confirmed('Maximiliana', LONG_NAME);
  await people.api('/api/v1/trading/create-option', person.session, {
    asset_symbol: 'EURUSD',
    option_type: 'CALL',
    amount: 25,
    duration: 1,
  });
  await page.addInitScript(() => localStorage.setItem('sidebar_collapsed', 'false'));
  await openWithSession(page, person);
  for (const [path, figures] of [
    ['/dashboard', 'Resumen'],
    ['/calculator', 'Resultados'],
    ['/strategies/pcr', 'Métricas PCR'],
  ] as const) {
    await page.goto(path);
    await resize(page, 820);
    await expect(page.getByRole('navigation', { name: 'Principal' }).getByText('Estrategias')).toBeVisible();
    const shown = page.getByRole('region', { name: figures });
    await expect(shown).toContainText(/\d/);
    await expect(shown.locator('[data-skeleton]')).toHaveCount(0);
    expect(await cutTexts(shown), path).toEqual([]);
    expect(await layoutFaults(page), path).toEqual([]);
  }
});

test('every control of a demo is on the screen and uncovered at each width', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await checkPages(page, false);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a finger hits every control of every page', async ({ page, people }) => {
    test.setTimeout(300_000);
    await openWithSession(page, await people.confirmed('Maximiliana', LONG_NAME));
    await checkPages(page, true);
    await checkPages(page, true, ['/login', '/register', '/forgot-password', '/']);
  });

  test('a finger hits every control of every dialog that opens without data', async ({ page, people }) => {
    test.setTimeout(300_000);
    await openWithSession(page, await people.confirmed('Maximiliana', LONG_NAME));
    for (const [path, openers] of DIALOGS) {
      await page.goto(path);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      for (const [opener, widths] of openers) {
        for (const width of widths) {
          await resize(page, width);
          await page.getByRole('button', { name: opener }).filter({ visible: true }).first().tap();
          const dialog = page.getByRole('dialog').last();
          await expect(dialog).toBeVisible();
          await expect(dialog.locator('[data-skeleton]')).toHaveCount(0);
          const faults = () => layoutFaults(page, { root: '[role=dialog]', isTouch: true });
          await expect
            .configure({ soft: true })
            .poll(faults, { message: `${path}: ${opener} at ${width} px`, timeout: 3000 })
            .toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
      }
    }
  });

  for (const [opener, title] of [
    [/^Cuenta: .* Cambiar$/, 'Cuenta de tus órdenes'],
    [/^Saldo: /, 'Saldo'],
    ['Avisos', 'Avisos'],
  ] as const) {
    test(`a finger hits every control of the panel ${title}`, async ({ page, people }) => {
      await openWithSession(page, await people.confirmed('Marta'));
      for (const width of TOUCH_WIDTHS) {
        await resize(page, width);
        await page.getByRole('button', { name: opener }).tap();
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        const faults = () => layoutFaults(page, { root: '[role=dialog]', isTouch: true });
        await expect.poll(faults, { message: `${title} at ${width} px` }).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  }
});
