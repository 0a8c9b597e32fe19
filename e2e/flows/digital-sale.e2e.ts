import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { buyDigital, DIGITAL_SYMBOL, openDashboardWithDigitalOptions } from '../support/digital.ts';
import { SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const dollars = (minor: number): string => `${minor < 0 ? '−' : '+'}$${(Math.abs(minor) / 100).toFixed(2)}`;

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('an open digital option of IQ Option is sold for at least the offered price, and the history shows it as sold', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      await openDashboardWithDigitalOptions({ page, server, people }, 'Vera');
      const contract = await buyDigital({ page, server, people }, '5 min');

      const opener = page.getByRole('button', { name: new RegExp(`^${DIGITAL_SYMBOL} CALL .*: ver detalle$`) });
      await advanceClockUntil(server, (soon) => expect(opener).toBeVisible(soon));
      await opener.click();
      const dialog = page.getByRole('dialog', { name: `${DIGITAL_SYMBOL} CALL` });
      const panel = dialog.getByRole('region', { name: 'Vender antes de la expiración' });
      const sell = panel.getByRole('button', { name: 'Vender ahora' });
      await advanceClockUntil(server, (soon) => expect(sell).toBeEnabled(soon));
      await info.attach('offer', { body: await page.screenshot(), contentType: 'image/png' });
      expect(contract.result).toBeNull();
      await sell.click();
      const confirm = panel.getByRole('button', { name: /^Vender por \$/ });
      await expect(confirm).toBeFocused();
      await info.attach('confirmation', { body: await page.screenshot(), contentType: 'image/png' });
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await confirm.click();
      await advanceClockUntil(server, (soon) => expect(dialog.getByText('Vendida', { exact: true })).toBeVisible(soon));
      await expect(dialog.getByText('Vendida antes de su expiración')).toBeVisible();
      await info.attach('sold', { body: await page.screenshot(), contentType: 'image/png' });

      expect(contract.result).toMatchObject({ wasSold: true });
      const profitMinor = contract.result?.profitMinor ?? Number.NaN;
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /Historial/ }).click();
      const row = page.getByRole(width < 768 ? 'listitem' : 'row').filter({ has: opener });
      await expect(row.getByText('Vendida', { exact: true })).toBeVisible();
      await expect(row.getByText(dollars(profitMinor), { exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}
