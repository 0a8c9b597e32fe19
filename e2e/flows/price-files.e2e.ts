import type { Locator, Page } from '@playwright/test';
import { currencyWeeks, priceFileText } from '@vigia/testkit';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const STRATEGY = 'RSI: regreso desde el extremo';
const HOUR_S = 3_600;
/** A price file whose times are in the time zone of New York. In July, New York is four hours behind UTC. */
const IN_NEW_YORK = priceFileText(
  'histdata',
  currencyWeeks(4, 60, (time) => time - 4 * HOUR_S),
);

/** Creates a strategy in an anonymous demo account, and opens its backtests with the choice of a price file. */
async function openFiles(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/binarias');
  await page.getByRole('button', { name: `Usar ${STRATEGY} como punto de partida` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear estrategia' }).click();
  await page.getByRole('button', { name: `Probar ${STRATEGY} en histórico` }).click();
  const dialog = page.getByRole('dialog', { name: `Probar ${STRATEGY} en histórico` });
  await dialog.getByRole('button', { name: 'Archivo', exact: true }).click();
  await expect(dialog.getByRole('group', { name: 'Archivo de precios' })).toBeVisible();
  return dialog;
}

/** Drops a file onto the drop area, as a user does with the mouse. */
async function drop(page: Page, dialog: Locator, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], fileName ?? '', { type: 'text/csv' }));
      return transfer;
    },
    [name, text],
  );
  const area = dialog.getByRole('group', { name: 'Archivo de precios' });
  await area.dispatchEvent('dragover', { dataTransfer });
  await area.dispatchEvent('drop', { dataTransfer });
}

test(
  'a price file of any symbol can be dropped, its time zone confirmed, and a strategy tested on it',
  { tag: '@gate' },
  async ({ page, browserFaults }, info) => {
    const tests = await openFiles(page);
    browserFaults.expect(/status of 422/);
    await drop(page, tests, 'mala.csv', 'time,open,high,low,close\n60,1,1,1,1\n120,x,1,1,1\n');
    await expect(tests.getByRole('alert')).toContainText('línea 3, «x» no es un número (open)');

    await tests.getByLabel('Símbolo').fill('XAUUSD.X');
    await drop(page, tests, 'DAT_ASCII_XAUUSD_M1_2018.csv', IN_NEW_YORK);
    await expect(tests.getByText(/HistData · separado por punto y coma/)).toBeVisible();
    await expect(tests.getByText(/Estas velas parecen estar en hora de Nueva York/)).toBeVisible();
    await expect(tests.getByRole('table', { name: 'Primeras filas' })).toContainText('2018-07-01 17:00:00');
    expect(await seriousFaults(page)).toEqual([]);
    await info.attach('confirm', { body: await page.screenshot(), contentType: 'image/png' });
    await tests.getByRole('button', { name: 'Confirmar y guardar' }).click();
    await expect(tests.getByText(/^28,800 velas de 1 min, en hora de Nueva York/)).toBeVisible();

    await tests.getByRole('button', { name: 'Probar en histórico' }).click();
    const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
    await expect(report).toContainText('XAUUSD.X');
    await expect(report).toContainText('Importado');

    await page.reload();
    await page.getByRole('button', { name: `Probar ${STRATEGY} en histórico` }).click();
    await tests.getByRole('button', { name: 'Archivo', exact: true }).click();
    await tests.getByLabel('Guardados').selectOption({ index: 1 });
    await tests.getByRole('button', { name: 'Borrar archivo' }).click();
    await expect(tests.getByLabel('Guardados')).toHaveCount(0);
  },
);

test('a price file can be chosen and confirmed on a phone, and by keyboard alone', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tests = await openFiles(page);
  const chooser = page.waitForEvent('filechooser');
  await tests.getByRole('button', { name: 'Elegir archivo…' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'EURUSD.csv', mimeType: 'text/csv', buffer: Buffer.from(IN_NEW_YORK) });
  const zone = tests.getByLabel('Zona horaria de las velas');
  await expect(zone).toHaveValue('America/New_York');
  const area = tests.getByRole('region', { name: 'Revisa EURUSD.csv antes de guardarlo' });
  const box = await area.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true);
  await info.attach('phone', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
  await zone.focus();
  await page.keyboard.press('Tab');
  await expect(tests.getByRole('button', { name: 'Descartar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tests.getByText(/^28,800 velas de 1 min, en hora de Nueva York/)).toBeVisible();
});

/** A price file with a hole: the same weeks without the hours from 10:00 to 12:00 UTC on Wednesday, 11 July. */
const HOLE = { from: Date.UTC(2018, 6, 11, 10) / 1_000, to: Date.UTC(2018, 6, 11, 12) / 1_000 };
const WITH_HOLE = priceFileText(
  'histdata',
  currencyWeeks(4, 60)
    .filter(({ time }) => time < HOLE.from || time >= HOLE.to)
    .map((candle) => ({ ...candle, time: candle.time - 4 * HOUR_S })),
);

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('a stored price file opens as a chart that shows its holes, loads older pages and goes to a chosen date', async ({
      page,
    }, info) => {
      test.setTimeout(180_000);
      const tests = await openFiles(page);
      await tests.getByLabel('Símbolo').fill('XAUUSD.X');
      await drop(page, tests, 'XAUUSD.csv', WITH_HOLE);
      await tests.getByRole('button', { name: 'Confirmar y guardar' }).click();
      await tests.getByRole('button', { name: 'Ver en el gráfico' }).click();
      const chart = page.getByRole('dialog', { name: 'XAUUSD.X · XAUUSD.csv' });
      await expect(chart.getByText('Archivo importado (HistData) · 28,680 velas de 1 min')).toBeVisible();
      await expect(chart.getByText(/^Reloj del archivo: Nueva York/)).toBeVisible();
      await expect(chart.getByText('Sin huecos en las velas cargadas.')).toBeVisible();
      const shot = async (what: string) => {
        const box = await chart.boundingBox();
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 9_999) <= width).toBe(true);
        await pictures(page, info, what);
      };
      await chart.getByRole('button', { name: '1h', exact: true }).click();
      await expect(chart.getByText(/3 fines de semana cerrados, que no son huecos/)).toBeVisible();
      await expect(chart.getByText(/1 hueco y/)).toBeVisible();
      await chart.getByRole('button', { name: '15m', exact: true }).click();
      await expect(chart.getByRole('figure', { name: 'Gráfico de XAUUSD.X en velas de 15m' })).toBeVisible();

      await chart.getByLabel('Ir a la fecha').fill('2018-07-11');
      await chart.getByRole('button', { name: 'Ir', exact: true }).click();
      await expect(chart.getByText(/1 hueco/)).toBeVisible();
      await expect(chart.getByRole('button', { name: 'Ir a la última vela' })).toBeVisible();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await shot('date');

      const older = page.waitForResponse((answer) => /candles\?.*before=/.test(answer.url()));
      const stage = chart.getByRole('application', { name: 'Velas' });
      await stage.focus();
      await expect(async () => {
        for (let press = 0; press < 10; press += 1) await page.keyboard.press('PageUp');
        const answered = await Promise.race([older, page.waitForTimeout(500).then(() => null)]);
        expect(answered).not.toBeNull();
      }).toPass();
      await shot('older');
      await page.keyboard.press('End');
      await expect(chart.getByRole('button', { name: 'Ir a la última vela' })).toHaveCount(0);
      await shot('latest');

      await page.keyboard.press('Escape');
      await expect(chart).toHaveCount(0);
      await expect(tests.getByRole('button', { name: 'Ver en el gráfico' })).toBeFocused();
    });
  });
}
