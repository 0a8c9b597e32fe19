import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const Status = z.object({ account_info: z.object({ account_id: z.string().nullable() }) });

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('a user chooses the second demo account of a login, and orders go only to this account', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      const person = await people.confirmed('Sara');
      const login = { email: `sara${width}@example.com`, password: 'clave-simulada' };
      const { book } = server.brokers.iqoption;
      const euros = book.openFurther(login.email, 'demo', 'EUR');
      await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', person.session, login));
      await openWithSession(page, person, '/connections');
      const accounts = page.getByRole('list', { name: 'Cuentas' });
      await advanceClockUntil(server, (soon) =>
        expect(accounts.getByText(`EUR · ${euros.accountId}`)).toBeVisible(soon),
      );
      await pictures(page, info, 'card');
      await accounts.getByRole('button', { name: new RegExp(`\\(EUR, ${euros.accountId}\\)$`) }).click();
      await advanceClockUntil(server, (soon) =>
        expect(accounts.getByRole('listitem').filter({ hasText: euros.accountId }).getByText('En uso')).toBeVisible(
          soon,
        ),
      );
      await pictures(page, info, 'chosen');
      expect(await seriousFaults(page)).toEqual([]);
      const status = Status.parse(await people.api('/api/v1/multi-broker/status/iqoption', person.session));
      expect(status.account_info.account_id).toBe(euros.accountId);

      await openWithSession(page, person);
      const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1, mode: 'iqoption_demo' };
      const answer = await server.creep(people.api('/api/v1/trading/create-option', person.session, order));
      expect(answer).toMatchObject({ data: { currency: 'EUR', account: 'demo' } });
      const [contract, ...more] = book.contractsOf(euros.accountId);
      expect(more).toEqual([]);
      expect(contract?.stakeMinor).toBe(1_000);
      await page
        .getByRole('button', { name: /IQ demo/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
      await expect(dialog.getByText(`EUR · ${euros.accountId}`, { exact: false })).toBeVisible();
      await pictures(page, info, 'choice');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}
