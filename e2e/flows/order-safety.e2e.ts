import type { Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { storedSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const ORDERS = '**/api/v1/trading/create-option';
const MINUTE_MS = 60_000;
/**
 * Options with a timeout for the page's next request about the status of an order. The intervals between these requests
 * grow to 30 s.
 */
const NEXT_QUESTION = { timeout: 40_000 } as const;
/**
 * Time in milliseconds after which an order has certainly expired. The page's clock may be ahead of the server's clock,
 * which stands still.
 */
const TOO_LATE_MS = MINUTE_MS;
/** Time in milliseconds before an expiry at which the server cannot have settled the trade. */
const BEFORE_EXPIRY_MS = 500;

/** Opens a demo account with live prices, and returns its order form. */
async function openTicket(page: Page, server: DrivenServer): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const ticket = page.getByLabel('Nueva operación');
  await advanceClockUntil(server, (soon) => expect(callOf(ticket)).toBeEnabled(soon));
  return ticket;
}

const callOf = (ticket: Locator): Locator => ticket.getByRole('button', { name: /^CALL/ });
const activeOf = (page: Page): Locator => page.getByRole('table', { name: 'Activas' });
const balance = (page: Page, amount: string): Locator => page.getByRole('banner').getByText(amount);

/** Returns the idempotency keys of the orders that the page sends. */
function orderKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('create-option')) keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}

test(
  'an order whose response is lost opens one trade, and the page still finds the trade after a reload',
  { tag: '@gate' },
  async ({ page, server, browserFaults }, info) => {
    const ticket = await openTicket(page, server);
    const keys = orderKeys(page);
    let isCut = true;
    await page.route(ORDERS, async (route) => {
      if (!isCut) return route.continue();
      // The first request reaches the server, but its response is lost.
      if (keys.length === 1) await route.fetch();
      await route.abort('connectionreset');
    });
    await callOf(ticket).click();
    const unknown = activeOf(page).getByRole('row', { name: /Estado desconocido/ });
    await expect(unknown).toContainText('EURUSD');
    await expect(unknown).toContainText('CALL');
    await expect(unknown).toContainText('$10.00');
    await expect(unknown).toContainText('El monto puede estar tomado');
    await expect(callOf(ticket)).toBeEnabled();
    await info.attach('unknown', { body: await page.screenshot(), contentType: 'image/png' });

    await page.reload();
    await expect(unknown).toBeVisible();
    const asked = keys.length;
    await unknown.getByRole('button', { name: 'Consultar ahora' }).click();
    await expect.poll(() => keys.length).toBeGreaterThan(asked);
    // From here on, the page's requests about the order succeed.
    isCut = false;
    await expect(page.getByText('La orden sí llegó: la operación se abrió')).toBeVisible(NEXT_QUESTION);
    await expect(unknown).toHaveCount(0);
    await expect(activeOf(page).getByRole('row')).toHaveCount(2);
    await expect(balance(page, '$9,990.00')).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sent_order')))).toEqual(
      [],
    );
    browserFaults.expect(/ERR_CONNECTION_RESET/);
  },
);

test('an order that never reached the server opens no trade after its time limit, and the page shows that', {
  tag: '@gate',
}, async ({ page, server, browserFaults }) => {
  const ticket = await openTicket(page, server);
  let isCut = true;
  await page.route(ORDERS, (route) => (isCut ? route.abort('connectionreset') : route.continue()));
  await callOf(ticket).click();
  const unknown = activeOf(page).getByRole('row', { name: /Estado desconocido/ });
  await expect(unknown).toBeVisible();
  await server.run(TOO_LATE_MS);
  isCut = false;
  await expect(page.getByText('La orden no se abrió', { exact: true })).toBeVisible(NEXT_QUESTION);
  await expect(page.getByText(/La orden llegó demasiado tarde y no se abrió/)).toBeVisible();
  await expect(page.getByText('Aún no hay operaciones activas.')).toBeVisible();
  await expect(balance(page, '$10,000.00')).toBeVisible();
  browserFaults.expect(/ERR_CONNECTION_RESET|status of 409/);
});

test('another tab also finds the outcome of an order with an unknown execution status, and the order opens one trade', async ({
  page,
  server,
  context,
  browserFaults,
}) => {
  const ticket = await openTicket(page, server);
  const keys = orderKeys(page);
  await page.route(ORDERS, async (route) => {
    if (keys.length === 1) await route.fetch();
    await route.abort('connectionreset');
  });
  await callOf(ticket).click();
  await expect(activeOf(page).getByText('Estado desconocido')).toBeVisible();
  const second = await context.newPage();
  await second.clock.setSystemTime(server.nowMs);
  await second.goto('/dashboard');
  await expect(activeOf(second).getByRole('row')).toHaveCount(2);
  await expect(balance(second, '$9,990.00')).toBeVisible();
  await expect(activeOf(page).getByText('Estado desconocido')).toHaveCount(0);
  await second.close();
  browserFaults.expect(/ERR_CONNECTION_RESET/);
});

test('a trade waits for its result after its expiry, then shows the result in the list and on the chart', async ({
  page,
  server,
  people,
}, info) => {
  const ticket = await openTicket(page, server);
  await ticket.getByRole('button', { name: '1 min', exact: true }).click();
  await callOf(ticket).click();
  // The trade opens at the first price after the order.
  await advanceClockUntil(server, (soon) => expect(activeOf(page).getByText(/^0[01]:\d\d$/)).toBeVisible(soon));
  // The page's clock runs on its own, and passes the expiry before the server's clock does. A slow page shows the trade
  // seconds after the server opened it, so the server's clock stops at a time before the expiry, not after a duration.
  const api = people.client((await storedSession(page)).access_token);
  const [trade] = (await api.call('GET /api/v1/trading/active')).data;
  await server.run(Date.parse(trade?.expiry_time ?? '') - BEFORE_EXPIRY_MS - server.nowMs);
  await expect(activeOf(page).getByText('Liquidando…')).toBeVisible();
  await expect(activeOf(page).getByText(/Ganando|Perdiendo|Empate/)).toHaveCount(0);
  await info.attach('settling', { body: await page.screenshot(), contentType: 'image/png' });
  const result = activeOf(page).getByText(/^(Ganada|Perdida|Empate)$/);
  // The clock advances in small steps, because the message of the result disappears after twenty seconds.
  await advanceClockUntil(server, (soon) => expect(result).toBeVisible(soon));
  const word = { Ganada: 'ganada', Perdida: 'perdida', Empate: 'sin ganancia' }[(await result.textContent()) ?? ''];
  const chart = page.getByRole('figure', { name: /Gráfico de EURUSD/ });
  await expect(chart).toContainText(`Operación CALL ${word}`);
  await info.attach('result', { body: await page.screenshot(), contentType: 'image/png' });
  await page.getByRole('tab', { name: /Historial/ }).click();
  await expect(page.getByRole('table', { name: 'Historial' }).getByText(/^(Ganada|Perdida|Empate)$/)).toBeVisible();
});

test('hotkeys place no order before they are armed, while a field has the focus, or after the user leaves the page', {
  tag: '@gate',
}, async ({ page, server }) => {
  const ticket = await openTicket(page, server);
  const keys = orderKeys(page);
  const rows = activeOf(page).getByRole('row');
  const armed = ticket.getByRole('switch', { name: 'Atajos activados' });
  const amount = ticket.getByLabel('Monto', { exact: true });
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowUp');
  await armed.click();
  await amount.focus();
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowDown');
  await ticket.getByRole('button', { name: '$10', exact: true }).click();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Shift+S');
  await page.getByRole('tab', { name: /Activas/ }).click();
  await page.keyboard.press('s');
  await expect(rows).toHaveCount(2);
  await expect(activeOf(page).getByText('PUT')).toBeVisible();
  expect(keys).toHaveLength(1);

  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(armed).not.toBeChecked();
  await armed.click();
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Conexiones' }).click();
  await expect(page.getByRole('heading', { name: 'Conexiones' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Inicio' }).click();
  await expect(armed).not.toBeChecked();
  await page.clock.fastForward(1_000);
  await page.keyboard.press('a');
  await expect(callOf(ticket)).toBeEnabled();
  expect(keys).toHaveLength(1);
});

test(
  'an order is refused if the payout has fallen below the shown payout, and one tap accepts the new payout',
  { tag: '@gate' },
  async ({ page, server, browserFaults }, info) => {
    const ticket = await openTicket(page, server);
    let shown = 0;
    await page.route('**/api/v1/trading/payout?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      // The test changes the payout in the response, so that the payout that the page showed before the click is out of
      // date.
      if (keys.length === 0) body.data.payout = shown = body.data.payout + 0.1;
      await route.fulfill({ response: answer, json: body });
    });
    const keys = orderKeys(page);
    await ticket.getByRole('button', { name: '3 min', exact: true }).click();
    await expect(callOf(ticket)).toBeEnabled();
    await expect.poll(() => shown).toBeGreaterThan(0);
    const percent = (fraction: number) => `${Math.round(fraction * 1_000) / 10}`;
    await expect(ticket.getByText(`Pago ${percent(shown)} %`)).toBeVisible();
    await callOf(ticket).click();
    const notice = ticket.getByRole('alert');
    await expect(notice).toContainText(`El pago cambió de ${percent(shown)} % a ${percent(shown - 0.1)} %`);
    await expect(balance(page, '$10,000.00')).toBeVisible();
    await info.attach('payout changed', { body: await page.screenshot(), contentType: 'image/png' });
    await expect(ticket.getByText(`Pago ${percent(shown - 0.1)} %`)).toBeVisible();
    await page.clock.fastForward(1_000);
    await notice.getByRole('button', { name: `CALL con ${percent(shown - 0.1)} %` }).click();
    await expect(activeOf(page).getByRole('row')).toHaveCount(2);
    await expect(notice).toHaveCount(0);
    browserFaults.expect(/status of 409/);
  },
);
