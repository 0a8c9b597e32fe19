import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { contrastOf } from '../support/contrast.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const WIDTHS = [360, 820, 1024, 1440] as const;
const ORDERS = [
  { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 25, duration: 5 },
  { asset_symbol: 'USDJPY', option_type: 'PUT', amount: 25, duration: 10 },
  { asset_symbol: 'BTCUSD', option_type: 'CALL', amount: 25, duration: 15 },
] as const;
/** The smallest contrast of a text (WCAG 1.4.3). */
const READABLE = 4.5;

for (const theme of ['dark', 'light'] as const) {
  test(`an order form with three open trades shows each text whole and readable: ${theme}`, async ({
    page,
    people,
    server,
  }) => {
    const person = await people.confirmed('Elena');
    for (const order of ORDERS) await people.api('/api/v1/trading/create-option', person.session, order);
    await page.addInitScript((chosen) => localStorage.setItem('app_theme', chosen), theme);
    await openWithSession(page, person);
    const ticket = page.getByRole('region', { name: 'Nueva operación' });
    const chips = ticket.getByRole('list', { name: 'Operaciones en curso' }).getByRole('listitem');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await advanceClockUntil(server, (soon) =>
        expect(chips).toHaveText([/\$\d+\.\d\d$/, /\$\d+\.\d\d$/, /\$\d+\.\d\d$/], soon),
      );
      await expect(ticket.getByRole('button', { name: /^Repetir/ })).toContainText('$25.00');
      for (const name of [/^CALL/, /^PUT/]) {
        const button = ticket.getByRole('button', { name });
        await expect(button).toBeDisabled();
        expect(await contrastOf(button)).toBeGreaterThanOrEqual(READABLE);
        expect(await contrastOf(button.getByText('Ya tienes 3 activas'))).toBeGreaterThanOrEqual(READABLE);
      }
      expect(await cutTexts(ticket.getByRole('region', { name: 'En curso y últimos resultados' })), `${width}`).toEqual(
        [],
      );
      expect(await cutTexts(ticket.getByRole('button', { name: /^(CALL|PUT)/ }).first()), `${width}`).toEqual([]);
    }
  });
}
