import type { Locator, Page } from '@playwright/test';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { tradeAndSettle } from '../support/trades.ts';

/** Options with a long timeout for the first candles on a busy machine. */
const SLOW = { timeout: 30_000 } as const;
const EURUSD = 'EURUSD';
const OPEN = ['CALL', 'CALL', 'PUT'] as const;

const chartOf = (page: Page): Locator => page.getByRole('figure', { name: /^Gráfico de EURUSD/ });
const labelOf = (page: Page, name: RegExp): Locator => chartOf(page).getByRole('button', { name });
const card = (page: Page): Locator => chartOf(page).locator('[data-mark-details]');

test('trades with one expiry share a label, and results show their details by keyboard on every timeframe', async ({
  page,
  server,
  people,
}) => {
  const person = await people.confirmed('Lola');
  await people.api('/api/v1/account/preferences', person.session, { default_timeframe: '1m' }, 'PUT');
  await tradeAndSettle(server, people, person, [{ asset_symbol: EURUSD, option_type: 'CALL', amount: 10 }]);
  for (const option_type of OPEN) {
    const order = { asset_symbol: EURUSD, option_type, amount: 10, duration: 5 };
    await people.api('/api/v1/trading/create-option', person.session, order);
  }
  await server.run(20_000);
  await page.clock.setSystemTime(server.nowMs);
  await openWithSession(page, person);

  const open = labelOf(page, /^3 operaciones abiertas/);
  const ended = labelOf(page, /Operación CALL (ganada|perdida|sin ganancia)\. Monto \$10\.00\. Entrada/);
  await expect(open).toHaveCount(1, SLOW);
  await expect(open).toHaveAccessibleName(/CALL \$10\.00 en .* CALL \$10\.00 en .* PUT \$10\.00 en .* Expira/);
  await expect(ended).toHaveCount(1);
  await expect(card(page)).toHaveCount(0);
  await ended.focus();
  await expect(card(page)).toContainText('Operación CALL');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await open.hover();
  await expect(card(page)).toContainText('3 operaciones abiertas');

  await page.getByRole('button', { name: '5m', exact: true }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/velas de 5m/);
  await ended.focus();
  await expect(card(page)).toContainText('Operación CALL');
});
