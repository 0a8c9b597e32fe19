import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5, account_type: 'demo' } as const;
const Placed = z.object({ data: z.object({ id: z.string() }) });

const dollars = (minor: number): string => `${minor < 0 ? '−' : '+'}$${(Math.abs(minor) / 100).toFixed(2)}`;

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('an open trade at a broker is sold before its expiry, and the history shows the sale with its profit', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      const person = await people.confirmed('Ines');
      const login = { api_token: `pat_ines${width}`, app_id: 'vigia' };
      await server.creep(people.api('/api/v1/multi-broker/connect/deriv', person.session, login));
      const answer = await server.creep(people.api('/api/v1/multi-broker/trade/deriv', person.session, ORDER));
      const { id } = Placed.parse(answer).data;
      await openWithSession(page, person);
      const opener = page.getByRole('button', { name: /^EURUSD CALL .*: ver detalle$/ });
      await advanceClockUntil(server, (soon) => expect(opener).toBeVisible(soon));
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'EURUSD CALL' });
      const panel = dialog.getByRole('region', { name: 'Vender antes de la expiración' });
      const sell = panel.getByRole('button', { name: 'Vender ahora' });
      await advanceClockUntil(server, (soon) => expect(sell).toBeEnabled(soon));
      await expect(panel.getByText(/^\$\d+\.\d\d hace \d+ s$/)).toBeVisible();
      await expect(panel.getByText(/^[+−]\$\d+\.\d\d$/)).toBeVisible();
      await pictures(page, info, 'offer');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);

      await sell.focus();
      await page.keyboard.press('Enter');
      const confirm = panel.getByRole('button', { name: /^Vender por \$/ });
      await expect(confirm).toBeFocused();
      expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(32);
      await pictures(page, info, 'confirmation');
      await page.keyboard.press('Enter');
      await advanceClockUntil(server, (soon) => expect(dialog.getByText('Vendida', { exact: true })).toBeVisible(soon));
      await expect(dialog.getByText('Vendida antes de su expiración')).toBeVisible();
      await pictures(page, info, 'sold');

      const sold = server.brokers.deriv.book.contracts().filter(({ result }) => result?.wasSold === true);
      const profitMinor = sold.at(-1)?.result?.profitMinor ?? Number.NaN;
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /Historial/ }).click();
      const row = page.getByRole(width < 768 ? 'listitem' : 'row').filter({ has: opener });
      await expect(row.getByText('Vendida', { exact: true })).toBeVisible();
      await expect(row.getByText(dollars(profitMinor), { exact: true })).toBeVisible();
      await pictures(page, info, 'history');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const events = z
        .object({ data: z.array(z.object({ kind: z.string() })) })
        .parse(await people.api(`/api/v1/trading/option/${id}/events`, person.session));
      expect(events.data.map(({ kind }) => kind).slice(-2)).toEqual(['ask_sale', 'sell']);
    });
  });
}
