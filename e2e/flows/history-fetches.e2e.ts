import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const STRATEGY = 'RSI: regreso desde el extremo';

async function openFiles(page: Page) {
  await page.getByRole('button', { name: `Usar ${STRATEGY} como punto de partida` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear estrategia' }).click();
  await page.getByRole('button', { name: `Probar ${STRATEGY} en histórico` }).click();
  const dialog = page.getByRole('dialog', { name: `Probar ${STRATEGY} en histórico` });
  await dialog.getByRole('button', { name: 'Archivo', exact: true }).click();
  return dialog;
}

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('price history is fetched from Deriv despite a lost connection, shows its gaps, and can be backtested', async ({
      page,
      server,
      people,
    }, info) => {
      test.setTimeout(240_000);
      const person = await people.confirmed('Histora');
      const login = { api_token: `pat_historia${width}`, app_id: 'vigia' };
      await server.creep(people.api('/api/v1/multi-broker/connect/deriv', person.session, login));
      // The strategy is created while the simulated prices are chosen, because these arrive at once.
      await people.api('/api/v1/trading/mode/switch', person.session, { mode: 'mock' });
      await openWithSession(page, person, '/strategies/binarias');
      const tests = await openFiles(page);
      const history = tests.getByRole('region', { name: 'Traer de tu bróker' });
      await expect(history.getByLabel('Bróker')).toHaveValue('deriv');
      server.brokers.deriv.script.nextPages({ kind: 'twice' }, { kind: 'rate_limited' }, { kind: 'cut' });
      await history.getByRole('button', { name: 'Traer 12 meses' }).click();

      const fetched = history.getByRole('listitem').filter({ hasText: 'EURUSD · Deriv' });
      await advanceClockUntil(server, (soon) => expect(fetched.getByRole('progressbar')).toBeVisible(soon));
      await info.attach('running', { body: await page.screenshot(), contentType: 'image/png' });
      await advanceClockUntil(server, (soon) => expect(fetched.getByText('Completa')).toBeVisible(soon));
      await expect(fetched.getByText('Sin huecos.')).toBeVisible();
      await fetched.scrollIntoViewIfNeeded();
      await info.attach('done', { body: await page.screenshot(), contentType: 'image/png' });
      const box = await fetched.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 9_999) <= width).toBe(true);
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);

      await fetched.getByRole('button', { name: /gráfico/ }).click();
      const chart = page.getByRole('dialog', { name: /^EURUSD/ });
      await expect(chart.getByText(/velas de 1 min/)).toBeVisible();
      await expect(chart.getByText('Sin huecos en las velas cargadas.')).toBeVisible();
      await info.attach('chart', { body: await page.screenshot(), contentType: 'image/png' });
      await page.keyboard.press('Escape');

      await fetched.getByRole('button', { name: 'Usar en la prueba' }).click();
      await expect(fetched.getByRole('button', { name: 'En uso' })).toBeVisible();
      await tests.getByRole('button', { name: 'Probar en histórico' }).click();
      const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
      await expect(report).toContainText('EURUSD');
      await expect(report).toContainText('Deriv');
    });
  });
}
