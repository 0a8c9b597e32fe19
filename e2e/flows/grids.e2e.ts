import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const FROM_LIBRARY = 'RSI: regreso desde el extremo';

/** Creates a strategy from the library in an anonymous demo account, opens its backtests and returns their dialog. */
async function openTests(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/binarias');
  await page.getByRole('button', { name: `Usar ${FROM_LIBRARY} como punto de partida` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear estrategia' }).click();
  await page.getByRole('button', { name: `Probar ${FROM_LIBRARY} en histórico` }).click();
  return page.getByRole('dialog', { name: `Probar ${FROM_LIBRARY} en histórico` });
}

for (const [screen, width, height] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height } });

    test('a grid of backtests corrects the verdict of each cell for the number of cells, and a link compares two backtests', async ({
      page,
    }, info) => {
      test.slow();
      const tests = await openTests(page);
      const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
      await tests.getByRole('button', { name: 'Probar en histórico' }).click();
      await expect(report).toContainText('Presupuesto de estos datos');

      await tests.getByRole('button', { name: 'Rejilla' }).click();
      const assets = tests.getByRole('group', { name: /^Activos/ });
      await assets.getByRole('button', { name: 'GBPUSD' }).click();
      await tests.getByRole('group', { name: 'Temporalidades' }).getByRole('button', { name: '15m' }).click();
      const lengths = tests.getByRole('group', { name: /^Duraciones/ });
      await lengths.getByRole('button', { name: '5 min', exact: true }).click();
      await expect(tests.getByText('8 de 24 casillas')).toBeVisible();
      await pictures(page, info, 'form');
      await tests.getByRole('button', { name: 'Probar 8 casillas' }).click();
      await expect(report).toContainText('De 8 casillas, alguna tenía que quedar primera');
      await expect(report).toContainText('contando todas las demás');
      await expect(report.getByText(/^Suerte, ella sola: |^Muestra corta/).first()).toBeVisible();
      await report.scrollIntoViewIfNeeded();
      await pictures(page, info, 'report');
      expect(await seriousFaults(page)).toEqual([]);

      await tests.getByRole('button', { name: 'Estas reglas' }).click();
      await tests.getByLabel('Desde').fill('2026-01-01');
      await tests.getByRole('button', { name: 'Probar en histórico' }).click();
      await expect(report).toContainText('Presupuesto de estos datos');
      await expect(report).toContainText('Lo gastado no vuelve al borrar pruebas');

      await page.goto('/strategies/pruebas');
      const kept = page.getByRole('region', { name: 'Pruebas', exact: true });
      const compare = kept.getByRole('checkbox', { name: /^Comparar / });
      await expect(compare).toHaveCount(3);
      for (const box of await compare.all()) if (await box.isEnabled()) await box.check();
      await pictures(page, info, 'list');
      await kept.getByRole('button', { name: 'Comparar 2' }).click();
      await expect(page).toHaveURL(/\/strategies\/pruebas\?ver=/);
      await page.reload();
      const sideBySide = page.getByRole('region', { name: 'Lado a lado' });
      await expect(sideBySide.getByRole('img', { name: /^Curvas: / })).toBeVisible();
      await expect(sideBySide.getByText(/^\d+ de \d+$/)).toHaveCount(2);
      await pictures(page, info, 'comparison');
      expect(await seriousFaults(page)).toEqual([]);

      await page.getByRole('button', { name: 'Todas las pruebas' }).click();
      await kept.getByRole('button', { name: /^Ver / }).first().click();
      await expect(page).toHaveURL(/\?ver=[0-9a-f-]{36}$/);
      await page.reload();
      await expect(page.getByRole('region', { name: 'Resultado de la prueba' })).toContainText('mercado simulado');
    });

    test('a cell of a grid is tested alone, and its report is saved as a page that opens without the app', async ({
      page,
    }, info) => {
      test.slow();
      const tests = await openTests(page);
      const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
      await tests.getByRole('button', { name: 'Rejilla' }).click();
      const lengths = tests.getByRole('group', { name: /^Duraciones/ });
      await lengths.getByRole('button', { name: '5 min', exact: true }).click();
      await tests.getByRole('button', { name: 'Probar 2 casillas' }).click();
      await report.getByRole('button', { name: /^Probar aparte EURUSD .* 5 min$/ }).click();
      await expect(report).toContainText('Presupuesto de estos datos');
      await expect(report).toContainText('Lo gastado no vuelve al borrar pruebas');

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        tests.getByRole('button', { name: 'Descargar informe' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^vigia-prueba-[0-9a-f]{8}\.html$/);
      // The app would report its own requests that are aborted.
      await page.goto('about:blank');
      await page.route('**/*', (route) => route.abort());
      await page.setContent(await readFile(await download.path(), 'utf8'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Informe de prueba: RSI · EURUSD · 5m');
      await expect(page.getByText(/IC 95 % .* equilibrio/).first()).toBeVisible();
      await pictures(page, info, 'report-file');
      expect(await seriousFaults(page)).toEqual([]);
    });
  });
}
