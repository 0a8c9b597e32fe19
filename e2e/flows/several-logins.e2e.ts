import { openWithSession, proveIdentity } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'clave-simulada';

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('a user with two logins at one broker can trade with either login, and can switch only while no trade is open', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      browserFaults.expect(/status of 40[39]/);
      const person = await people.confirmed('Olga');
      const [first, second] = [`uno${width}@example.com`, `dos${width}@example.com`];
      const connect = { email: first, password: PASSWORD };
      await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', person.session, connect));
      await openWithSession(page, person, '/connections');
      const card = page.getByRole('article', { name: 'IQ Option' });
      await server.creep(expect(card.getByText('Conectado', { exact: true })).toBeVisible());

      await card.getByRole('button', { name: 'Añadir otro acceso: IQ Option' }).click();
      const question = page.getByRole('dialog', { name: '¿Guardar este acceso y entrar a IQ Option con otro?' });
      await pictures(page, info, 'question');
      await question.getByRole('button', { name: 'Guardar y seguir' }).click();
      await card.getByLabel('Correo').fill(second);
      await card.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await card.getByRole('button', { name: 'Conectar', exact: true }).click();
      await proveIdentity(page);
      const logins = card.getByRole('region', { name: 'Accesos a IQ Option' });
      await server.creep(expect(logins.getByRole('listitem')).toHaveCount(2));
      await expect(logins.getByRole('listitem').filter({ hasText: 'En uso' })).toContainText('d…@example.com');

      await logins.getByRole('button', { name: 'Nombrar: u…@example.com' }).click();
      await page.getByRole('dialog', { name: 'Nombre del acceso' }).getByLabel('Nombre').fill('Conservadora');
      await page.getByRole('button', { name: 'Guardar nombre' }).click();
      await expect(logins.getByRole('listitem').filter({ hasText: 'Conservadora' })).toContainText('u…@example.com');
      await logins.scrollIntoViewIfNeeded();
      await pictures(page, info, 'two-logins');
      expect(await seriousFaults(page, 'main')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1, account_type: 'demo' };
      const { book } = server.brokers.iqoption;
      const before = book.contracts().length;
      await server.creep(people.api('/api/v1/multi-broker/trade/iqoption', person.session, order));
      await server.creep(expect.poll(() => book.contracts().length).toBe(before + 1));
      await logins.getByRole('button', { name: 'Usar: Conservadora' }).click();
      await expect(page.getByText(/Tienes operaciones abiertas o por confirmar en IQ Option/)).toBeVisible();
      await server.runUntil(async () => book.contracts().at(-1)?.result !== null, 90_000);
      await server.creep(
        expect(async () => {
          await logins.getByRole('button', { name: 'Usar: Conservadora' }).click();
          await expect(logins.getByRole('listitem').filter({ hasText: 'En uso' })).toContainText('Conservadora');
        }).toPass(),
      );
      await pictures(page, info, 'other-in-use');

      await logins.getByRole('button', { name: 'Olvidar: d…@example.com' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Olvidar' }).click();
      await expect(logins.getByRole('listitem')).toHaveCount(0);
      await expect(card.getByText('Conectado', { exact: true })).toBeVisible();
    });
  });
}
