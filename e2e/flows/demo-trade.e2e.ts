import type { Page, TestInfo } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;

/** Attaches a screenshot to the test report. */
async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
}

async function openDemo(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test(
  'a visitor tries the demo, places a CALL, sees the open trade and then its result',
  { tag: '@gate' },
  async ({ page, server }, info) => {
    await page.goto('/');
    await picture(page, info, 'landing');
    await openDemo(page);
    await expect(page.getByText('Usuario')).toBeVisible();
    await expect(page.getByText('$10,000.00').first()).toBeVisible();

    const ticket = page.getByLabel('Nueva operación');
    await ticket.getByRole('button', { name: '1 min', exact: true }).click();
    const call = ticket.getByRole('button', { name: /^CALL/ });
    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    await picture(page, info, 'dashboard');
    await call.click();

    const active = page.getByRole('table', { name: 'Activas' });
    await expect(active.getByText('EURUSD')).toBeVisible();
    await expect(page.getByText('$9,990.00').first()).toBeVisible();
    await server.run(20_000);
    await expect(active.getByText(/Ganando|Perdiendo|Empate/)).toBeVisible();
    await expect(active.getByText(/^00:\d\d$/)).toBeVisible();
    await picture(page, info, 'running');

    await server.run(MINUTE_MS - 20_000);
    // The clock advances in small steps, because the message of the result disappears after twenty seconds of the
    // server's time.
    await advanceClockUntil(server, (soon) => expect(active.getByText(/^(Ganada|Perdida|Empate)$/)).toBeVisible(soon));
    await page.getByRole('tab', { name: /Historial/ }).click();
    const history = page.getByRole('table', { name: 'Historial' });
    const outcome = history.getByText(/^(Ganada|Perdida|Empate)$/);
    await expect(outcome).toBeVisible();
    const balances = { Ganada: /\$10,00\d\.\d\d/, Perdida: /\$9,990\.00/, Empate: /\$10,000\.00/ } as const;
    const result = (await outcome.textContent()) as keyof typeof balances;
    await expect(page.getByRole('banner').getByText(balances[result])).toBeVisible();
    await picture(page, info, 'settled');
  },
);

test('a double click places only one trade', { tag: '@gate' }, async ({ page, server }) => {
  await openDemo(page);
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.dblclick();
  await expect(page.getByRole('banner').getByText('$9,990.00')).toBeVisible();
  await server.run(2_000);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(2);
});

test('a stake below the minimum is refused with the text of the specification', async ({ page, server }) => {
  await openDemo(page);
  await server.run(3_000);
  const ticket = page.getByLabel('Nueva operación');
  await ticket.getByLabel('Monto', { exact: true }).fill('0.50');
  await expect(ticket.getByText('Monto mínimo: $1')).toBeVisible();
  await expect(ticket.getByRole('button', { name: /^CALL/ })).toBeDisabled();
});

test('a fourth open trade is not offered, and the buttons say why', async ({ page, server }) => {
  await openDemo(page);
  const ticket = page.getByLabel('Nueva operación');
  const call = ticket.getByRole('button', { name: /^CALL/ });
  const rows = page.getByRole('table', { name: 'Activas' }).getByRole('row');
  for (const placed of [1, 2, 3]) {
    await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
    await call.click();
    await expect(rows).toHaveCount(placed + 1);
    // A second click directly after the first one would count as a double click.
    await page.clock.fastForward(1_000);
    await server.run(1_000);
  }
  for (const direction of ['CALL', 'PUT']) {
    const full = ticket.getByRole('button', { name: new RegExp(`^${direction}.*Ya tienes 3 activas`) });
    await advanceClockUntil(server, (soon) => expect(full).toBeDisabled(soon));
  }
  await expect(rows).toHaveCount(4);
});

test(
  'price zones and signals of the built-in setup appear on the screen while the market runs',
  { tag: '@gate' },
  async ({ page, server }, info) => {
    test.setTimeout(120_000);
    await openDemo(page);
    await page.getByRole('tab', { name: /Señales/ }).click();
    const signals = page.getByRole('tabpanel', { name: /Señales/ });
    await server.runUntil(async () => (await signals.getByText(/^Agotamiento/).count()) > 0, 30 * MINUTE_MS);
    await expect(signals).toContainText(/CALL|PUT/);
    await picture(page, info, 'signals');
  },
);
