import type { Locator, Page } from '@playwright/test';
import { layoutFaults } from '../support/layout-faults.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const STEPS = ['Secuencia', 'Zona', 'Filtros', 'Entrada', 'Dinero y riesgo'] as const;
const SMALLEST_CHART_PX = 180;
const LARGEST_BAR_PX = 96;

/** Opens an anonymous demo account on the setups page. */
async function openSetups(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/pcr');
  await expect(page.getByRole('region', { name: 'Métricas PCR' })).toBeVisible();
}

const previewOf = (page: Page): Locator => page.getByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
const barOf = (page: Page): Locator => page.getByRole('region', { name: 'Probar y guardar' });
const lookOf = (page: Page): Locator => page.getByRole('region', { name: '¿Sirve?' });
const stepOf = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: title });

/** Checks that the whole chart and a low bar are on the screen, and that nothing covers the chart. */
async function expectChartInView(page: Page): Promise<void> {
  const chart = previewOf(page);
  await expect(chart).toBeInViewport({ ratio: 1 });
  expect((await chart.boundingBox())?.height).toBeGreaterThanOrEqual(SMALLEST_CHART_PX);
  await expect(barOf(page)).toBeInViewport({ ratio: 1 });
  expect((await barOf(page).boundingBox())?.height).toBeLessThanOrEqual(LARGEST_BAR_PX);
  const isCovered = await chart.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(found);
  });
  expect(isCovered).toBe(false);
}

for (const [screen, width, height] of [
  ['a small phone', 360, 740],
  ['a phone', 390, 844],
  ['a tablet', 820, 1180],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test(
      'a setup is made and judged in five taps, with the chart in view in each step',
      { tag: '@gate' },
      async ({ page }, info) => {
        // The checks of accessibility and layout in five steps take longer than an ordinary journey.
        test.setTimeout(240_000);
        await openSetups(page);
        const picture = async (name: string) =>
          info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

        let taps = 0;
        const tap = async (control: Locator) => {
          await control.tap();
          taps += 1;
        };
        await tap(page.getByRole('button', { name: 'Nuevo setup' }).first());
        await expect(previewOf(page)).toContainText(/[1-9]\d* secuencias?, \d+ válidas?/);
        await tap(page.getByRole('button', { name: /^Amplio/ }));
        await expect(page.getByRole('button', { name: /^Amplio/ })).toHaveAttribute('aria-pressed', 'true');
        await expect(lookOf(page)).toContainText('sin gastar');
        await picture('look');
        await tap(barOf(page).getByRole('button', { name: 'Probar' }));
        const dialog = page.getByRole('dialog', { name: /^Probar Nuevo setup/ });
        await expect(dialog).toContainText('Con tan pocas operaciones no habrá veredicto ni gasto.');
        await picture('report');
        await tap(dialog.getByRole('button', { name: 'Pedir veredicto' }));
        await expect(dialog.getByRole('region', { name: 'Veredicto' })).toContainText('Presupuesto de estos datos');
        expect(await seriousFaults(page)).toEqual([]);
        await picture('verdict');
        await page.keyboard.press('Escape');
        await tap(barOf(page).getByRole('button', { name: 'Crear' }));
        await expect(barOf(page).getByRole('button', { name: 'Guardar' })).toBeDisabled();
        expect(taps).toBe(5);
        // While the message comes and leaves, it slides over the bar.
        await expect(page.getByText(/^Setup creado/)).toBeVisible();
        await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

        for (const step of STEPS) {
          await stepOf(page, step).tap();
          await expect(stepOf(page, step)).toHaveAttribute('aria-current', 'step');
          await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${step}`) })).toBeInViewport();
          await expectChartInView(page);
          expect(await seriousFaults(page), step).toEqual([]);
          await picture(step);
          expect(await layoutFaults(page, { isTouch: true }), step).toEqual([]);
        }
      },
    );

    test('the steps can be walked through by keyboard, and keep what is typed and unfolded', async ({ page }) => {
      await openSetups(page);
      await page.getByRole('button', { name: 'Nuevo setup' }).first().tap();
      await page.getByRole('button', { name: 'Avanzado' }).press('Enter');
      await page.getByRole('textbox', { name: 'Velas fuertes, mínimo' }).fill('3');
      await page.getByRole('button', { name: 'Siguiente: Zona' }).press('Enter');
      await expect(page.getByRole('textbox', { name: 'Velas fuertes, mínimo' })).toBeHidden();
      await page.getByRole('slider', { name: 'La zona vive' }).press('ArrowRight');
      await stepOf(page, 'Dinero y riesgo').press('Enter');
      await expect(page.getByRole('button', { name: /^Siguiente/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Anterior' }).press('Enter');
      await expect(stepOf(page, 'Entrada')).toHaveAttribute('aria-current', 'step');
      await stepOf(page, 'Zona').press('Enter');
      await expect(page.getByRole('textbox', { name: 'La zona vive' })).toHaveValue('31');
      await stepOf(page, 'Secuencia').press('Enter');
      await expect(page.getByRole('textbox', { name: 'Velas fuertes, mínimo' })).toHaveValue('3');
      await expect(page.getByText('Una vela neutra')).toBeVisible();
    });
  });
}
