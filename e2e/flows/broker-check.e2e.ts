import type { Locator } from '@playwright/test';
import { openWithSession } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

/** Time limit of the test. The broker check collects prices for one minute, and its demo order lasts one minute. */
const MINUTES = { timeout: 150_000 };
const STEPS = 11;

const stepsThat = (dialog: Locator, verdict: string) =>
  dialog.getByRole('list', { name: 'Pasos' }).getByRole('listitem').filter({ hasText: verdict });

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('the broker check on the page places its demo order only after the user confirms the order', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(400_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      const person = await people.confirmed('Olga');
      const login = { email: `olga${width}@example.com`, password: 'clave-simulada' };
      await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', person.session, login));
      await openWithSession(page, person, '/connections');
      const { book } = server.brokers.iqoption;
      const before = book.contracts().length;
      const button = page.getByRole('button', { name: 'Revisar: IQ Option' });
      await server.creep(expect(button).toBeVisible());
      await pictures(page, info, 'card');
      await button.click();
      const dialog = page.getByRole('dialog', { name: 'Revisar IQ Option' });
      await server.creep(expect(stepsThat(dialog, 'comprobando')).toHaveCount(1));
      await pictures(page, info, 'running');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);

      const send = dialog.getByRole('button', { name: 'Enviar la orden demo' });
      await server.creep(expect(send).toBeVisible(MINUTES));
      expect(book.contracts()).toHaveLength(before);
      await pictures(page, info, 'asking');
      await send.click();
      await server.creep(expect(dialog.getByText('Todo como se esperaba.')).toBeVisible(MINUTES));
      await expect(stepsThat(dialog, 'como se esperaba')).toHaveCount(STEPS);
      await pictures(page, info, 'done');
      expect(book.contracts()).toHaveLength(before + 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
      await openWithSession(page, person);
      await page.getByRole('tab', { name: /Historial/ }).click();
      await server.creep(expect(page.getByRole('button', { name: /CALL .*: ver detalle$/ })).toHaveCount(1));
    });
  });
}
