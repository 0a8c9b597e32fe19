import type { Page } from '@playwright/test';
import type { DrivenServer } from '../support/driven-server.ts';
import { openWithSession, proveIdentity } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const cardOf = (page: Page) => page.getByRole('article', { name: 'Deriv' });

/**
 * Opens Deriv's OAuth page. The server asks for the password each time, because the app forgets the proof of identity
 * when the user leaves the page.
 */
async function leave(page: Page, server: DrivenServer): Promise<void> {
  const button = cardOf(page).getByRole('button', { name: 'Entrar con Deriv' });
  await server.creep(expect(button).toBeVisible());
  await button.click();
  await server.creep(proveIdentity(page));
  await server.creep(expect(page.getByRole('heading', { name: 'Deriv (simulator)' })).toBeVisible());
}

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('a user first refuses and then grants access on Deriv’s OAuth page, and the server renews the tokens', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(300_000);
      // The server responds with 403 until the user proves their identity, and with 409 to a redirect whose parameters
      // are sent twice.
      browserFaults.expect(/status of 40[39]/);
      const { consents } = server.brokers.deriv;
      // The tokens are valid for 400 s. The server renews a token five minutes before it expires, so in this test after
      // 100 s.
      consents.lifeS = 400;
      const person = await people.confirmed('Olga');
      await openWithSession(page, person, '/connections');
      const button = cardOf(page).getByRole('button', { name: 'Entrar con Deriv' });
      await server.creep(expect(button).toBeVisible());
      await pictures(page, info, 'card');
      await leave(page, server);

      await page.getByRole('button', { name: 'Deny' }).click();
      await server.creep(expect(page.getByText(/^No diste el permiso en la página de Deriv/)).toBeVisible());
      expect(new URL(page.url()).search).toBe('');
      expect(await seriousFaults(page, 'main')).toEqual([]);
      await pictures(page, info, 'denied');

      await leave(page, server);
      const returns = page.waitForRequest((request) => request.url().includes('/connections/deriv/return?'));
      await page.getByRole('button', { name: 'Allow' }).click();
      const answer = (await returns).url();
      await server.creep(expect(page.getByText('Deriv conectado')).toBeVisible());
      expect(new URL(page.url()).search, 'no history keeps the code').toBe('');
      await pictures(page, info, 'connected');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      await page.goto(answer);
      await server.creep(expect(page.getByText(/^Ya estás conectado a Deriv/)).toBeVisible());
      await server.creep(expect(cardOf(page).getByText('Dado en su página')).toBeVisible());
      const renewals = consents.renewals;
      await server.runUntil(async () => consents.renewals > renewals, 200_000);

      await openWithSession(page, person, '/connections');
      const disconnect = cardOf(page).getByRole('button', { name: 'Desconectar: Deriv' });
      await server.creep(expect(disconnect).toBeVisible());
      await disconnect.click();
      await server.creep(expect(page.getByText(/También se borró tu permiso de aquí/)).toBeVisible());
      await page.goto(answer);
      await server.creep(expect(page.getByText(/^Ese permiso de Deriv ya se usó/)).toBeVisible());
    });
  });
}
