import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { pictures } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const SCREENS = [
  ['a wide screen', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

/** Distance of the level from the price. The simulated price moves as far within minutes. */
const DISTANCE = 0.0002;
const FIRES_WITHIN_MS = 60 * 60_000;

const bellOf = (page: Page) => page.getByRole('button', { name: /^Avisos/ }).first();

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('an alert that is set on the chart fires once, and the bell lists it', async ({
      page,
      people,
      server,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      const person = await people.confirmed('Alba');
      await openWithSession(page, person);
      await page.getByRole('button', { name: 'Alertas de precio' }).click();
      const dialog = page.getByRole('dialog', { name: 'Alertas de precio de EURUSD' });
      const level = dialog.getByLabel('Precio', { exact: true });
      const now = dialog.getByText(/^Ahora: \d/);
      await advanceClockUntil(server, (soon) => expect(now).toBeVisible(soon));
      const price = Number(/[\d.]+/.exec((await now.textContent()) ?? '')?.[0]);
      browserFaults.expect(/status of 409/);
      // The price is on the wrong side of this level, so the server refuses it with a reason.
      await dialog.getByRole('button', { name: 'Baja a' }).click();
      await level.fill((price + 0.01).toFixed(5));
      await dialog.getByRole('button', { name: 'Crear alerta' }).click();
      await expect(dialog.getByText(/^El precio ya está ahí/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Sube a' }).click();
      const wanted = (price + DISTANCE).toFixed(5);
      await level.fill(wanted);
      await dialog.getByRole('button', { name: 'Crear alerta' }).click();
      await expect(dialog.getByRole('listitem').getByText(`Sube a ${wanted}`)).toBeVisible();
      await pictures(page, info, 'dialog');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(use.viewport.width);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      const api = people.client(person.session.access_token);
      const notified = async () => (await api.call('GET /api/v1/notifications', { query: { topic: 'price' } })).data;
      await server.runUntil(async () => (await notified()).length > 0, FIRES_WITHIN_MS);
      await bellOf(page).click();
      const list = page.getByRole('dialog', { name: 'Avisos' });
      await expect(list.getByText(/^EURUSD está en \d/)).toHaveCount(1);
      await expect(list.getByText(new RegExp(`^Tu alerta: sube a ${wanted}`))).toBeVisible();
      await pictures(page, info, 'bell');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');

      // The alert is spent: it says when it fired, and later prices report nothing more.
      await server.leap(5 * 60_000);
      expect(await notified()).toHaveLength(1);
      await page.getByRole('button', { name: 'Alertas de precio' }).click();
      await expect(dialog.getByText(/^Avisada /)).toBeVisible();
      await dialog.getByRole('button', { name: `Eliminar: Sube a ${wanted}` }).click();
      await expect(dialog.getByText('No hay alertas de este activo.')).toBeVisible();
    });
  });
}
