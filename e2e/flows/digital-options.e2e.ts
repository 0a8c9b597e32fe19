import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { buyDigital, openDashboardWithDigitalOptions, DIGITAL_SYMBOL as SYMBOL } from '../support/digital.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const OUTCOMES = { won: 'Ganada', lost: 'Perdida', tie: 'Empate' } as const;
/** Time limit in milliseconds for a trade of one minute and the report of its result. */
const PATIENCE_MS = 180_000;

for (const [name, width, height] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } });

    test('a digital option of IQ Option is bought at the payout for digital options, and the history shows its result', async ({
      page,
      server,
      people,
      browserFaults,
    }, info) => {
      test.setTimeout(240_000);
      // The server refuses a request for candles until the broker has sent its first prices.
      browserFaults.expect(/status of 409/);
      await openDashboardWithDigitalOptions({ page, server, people }, 'Digna');
      const contract = await buyDigital({ page, server, people }, '1 min', (shown) => pictures(page, info, shown));
      await server.runUntil(async () => contract.result !== null, PATIENCE_MS, { runMs: 2_000, stepMs: 250 });
      await page.getByRole('tab', { name: /Historial/ }).click();
      const ended = page.getByLabel('Historial', { exact: true }).last();
      const word = OUTCOMES[contract.result?.outcome ?? 'tie'];
      await advanceClockUntil(server, (soon) => expect(ended.getByText(word, { exact: true })).toBeVisible(soon));
      await ended.getByRole('button', { name: new RegExp(`^${SYMBOL} CALL .*: ver detalle$`) }).click();
      await expect(page.getByRole('dialog', { name: `${SYMBOL} CALL` })).toBeVisible();
      await pictures(page, info, 'ended');
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    });
  });
}
