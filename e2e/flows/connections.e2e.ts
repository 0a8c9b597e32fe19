import type { Page } from '@playwright/test';
import type { BookContract, BrokerSimulator } from '@vigia/broker-kit/simulator';
import { accessToken } from '@vigia/broker-olymptrade/simulator';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import { type DrivenServer, SECONDS_PACE } from '../support/driven-server.ts';
import { freshEmail, openWithSession, proveIdentity } from '../support/people.ts';
import type { SimulatedBrokerId } from '../support/simulated-brokers.ts';
import { expect, test } from '../support/test.ts';

const EMAIL_PASSWORD = { iqoption: 'clave-simulada', quotex: 'clave-quotex' } as const;
/**
 * The user id in the Olymp Trade session that the test pastes into the form. A real user copies this session from a
 * browser.
 */
const OLYMP_USER = 46_300_001;
/**
 * Pattern of the demo balance of a new login. At a simulated broker, each new login gets one cent more than the
 * previous one.
 */
const DEMO_BALANCE = /^\$10,000\.\d\d$/;
/** Pattern of the balance of a login. An earlier test may have traded with this login. */
const BALANCE = /^\$[\d,]+\.\d\d$/;
/**
 * The longest time in milliseconds for a trade of one minute, including the time that broker and server need to report
 * its result.
 */
const TRADE_PATIENCE_MS = 90_000;
const RECONNECT_PATIENCE_MS = 60_000;
const OUTCOMES = { won: 'Ganada', lost: 'Perdida', tie: 'Empate' } as const;

const card = (page: Page, name: string) => page.getByRole('article', { name });
type Card = ReturnType<typeof card>;

/** One way to connect a broker: the form on the page, and the values that the test types into it. */
type Way = {
  readonly id: SimulatedBrokerId;
  readonly name: string;
  readonly form: string;
  readonly fill: (form: Card, server: DrivenServer) => Promise<void>;
};

const byPassword = (password: string) => async (form: Card) => {
  await form.getByLabel('Correo').fill(freshEmail('sara'));
  await form.getByLabel('Contraseña', { exact: true }).fill(password);
};
const byToken = (token: string, appId: string) => async (form: Card) => {
  await form.getByLabel('Token de API', { exact: true }).fill(token);
  await form.getByLabel('App ID').fill(appId);
};

const WAYS: readonly Way[] = [
  { id: 'iqoption', name: 'IQ Option', form: 'e-mail and password', fill: byPassword(EMAIL_PASSWORD.iqoption) },
  {
    id: 'iqoption',
    name: 'IQ Option',
    form: 'copied session',
    fill: async (form) => {
      await form.getByRole('button', { name: 'Sesión del navegador' }).click();
      await form.getByLabel('Valor de ssid', { exact: true }).fill(`navegador-${freshEmail('sara')}`);
    },
  },
  { id: 'deriv', name: 'Deriv', form: 'personal access token', fill: byToken('pat_sara', 'vigia') },
  { id: 'deriv', name: 'Deriv', form: 'token of the former API', fill: byToken('v3-sara-demo', '1089') },
  { id: 'quotex', name: 'Quotex', form: 'e-mail and password', fill: byPassword(EMAIL_PASSWORD.quotex) },
  {
    id: 'quotex',
    name: 'Quotex',
    form: 'copied session',
    fill: async (form) => {
      await form.getByRole('button', { name: 'Sesión del navegador' }).click();
      const email = freshEmail('sara');
      await form.getByLabel('Token de la sesión', { exact: true }).fill(`navegador-${email}`);
      await form.getByLabel('Cookies', { exact: true }).fill(`session=navegador-${email}`);
    },
  },
  {
    id: 'olymptrade',
    name: 'Olymp Trade',
    form: 'copied session',
    fill: (form, server) =>
      form.getByLabel('Valor de access_token', { exact: true }).fill(accessToken(OLYMP_USER, server.nowMs)),
  },
];

async function openForm(page: Page, server: DrivenServer, { name, fill }: Way): Promise<Card> {
  const broker = card(page, name);
  // Prices of the broker that the previous test has disconnected may still arrive.
  await advanceClockUntil(server, (soon) => expect(page.getByTestId('connection-banner')).toHaveCount(0, soon));
  await broker.getByRole('button', { name: `Conectar: ${name}` }).click();
  await fill(broker, server);
  return broker;
}

const send = (broker: Card) => broker.getByRole('button', { name: 'Conectar', exact: true }).click();

/** Submits the first form of a page and answers the question for the password that follows. */
async function sendProved(page: Page, broker: Card): Promise<void> {
  await send(broker);
  await proveIdentity(page);
}

/** Returns the balance of an account in the order book of the simulated broker, formatted as on the screen. */
function balanceOf({ book }: BrokerSimulator, accountId: string): string {
  const minor = book.account(accountId)?.balanceMinor ?? 0;
  return new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(
    minor / 100,
  );
}

/**
 * Places one trade from the order form, and checks that the broker has exactly one option contract for it. Waits until
 * the broker has ended the trade.
 */
async function tradeToItsEnd(page: Page, server: DrivenServer, id: SimulatedBrokerId): Promise<BookContract> {
  const { book } = server.brokers[id];
  const before = book.contracts().length;
  const ticket = page.getByLabel('Nueva operación');
  await ticket.getByRole('button', { name: '1 min', exact: true }).click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await advanceClockUntil(server, async () => expect(book.contracts()).toHaveLength(before + 1));
  const [contract] = book.contracts().slice(before);
  if (contract === undefined) throw new Error('the broker booked nothing');
  expect(book.account(contract.accountId)?.kind).toBe('demo');
  await server.runUntil(async () => contract.result !== null, TRADE_PATIENCE_MS);
  return contract;
}

/**
 * Checks the open detail of a trade: prices, times, payout and rules. If the broker does not report a value, the detail
 * must say so.
 */
async function expectStatedValues(page: Page, id: SimulatedBrokerId, contract: BookContract): Promise<void> {
  const detail = page.getByRole('dialog');
  const value = (name: string) =>
    detail
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]');
  const isTick = id === 'deriv';
  // Olymp Trade's messages about a deal do not contain the entry price.
  const isUntold = id === 'olymptrade';
  await expect(value('Entrada')).toContainText(isUntold ? UNTOLD : decimalsOf(contract.entryPrice));
  await expect(value(isTick ? 'Tick de entrada' : 'Hora de la entrada')).toHaveText(isUntold ? UNTOLD : CLOCK);
  await expect(value('Cierre')).toContainText(decimalsOf(contract.result?.settlePrice ?? 0));
  await expect(value(isTick ? 'Tick de cierre' : 'Hora del cierre')).toHaveText(CLOCK);
  await expect(value('Pago fijado al aceptarla')).toHaveText(/^[1-9]\d(\.\d)? %$/);
  const tie = isTick ? 'se pierde el monto' : 'vuelve el monto';
  await expect(detail.getByText(`Si el precio termina igual que al entrar, ${tie}.`)).toBeVisible();
  await expect(detail.getByText(/^Decide el precio de /)).toBeVisible();
}

const UNTOLD = 'El bróker no lo dijo';
/** Pattern of a time of day. It has milliseconds if the broker reports them. */
const CLOCK = /^\d{2}:\d{2}:\d{2}(\.\d{3})?$/;
/** Formats a price of EURUSD, which has five decimals. */
const decimalsOf = (price: number): string => price.toFixed(5);

for (const way of WAYS) {
  test(`${way.name} can be connected by ${way.form}, accepts a trade from the order form, and can be disconnected`, async ({
    page,
    server,
    people,
    browserFaults,
  }) => {
    test.setTimeout(120_000);
    const person = await people.confirmed('Sara');
    await openWithSession(page, person, '/connections');
    const broker = await openForm(page, server, way);
    await sendProved(page, broker);
    await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
    await advanceClockUntil(server, (soon) => expect(broker.getByText(DEMO_BALANCE)).toBeVisible(soon));
    await advanceClockUntil(server, (soon) => expect(broker.getByText('En uso')).toBeVisible(soon));
    const account = `${way.id === 'iqoption' ? 'IQ' : way.name} demo`;
    const chosen = page.getByRole('button', { name: `Cuenta: ${account}. ${way.name}, conectado. Cambiar` });
    await expect(chosen).toBeVisible();

    await page.getByRole('link', { name: 'Inicio' }).click();
    await waitForBrokerPrices(page, server, people, person, way.id);
    const contract = await tradeToItsEnd(page, server, way.id);
    await page.getByRole('tab', { name: /Historial/ }).click();
    const ended = page.getByRole('table', { name: 'Historial' });
    const word = OUTCOMES[contract.result?.outcome ?? 'tie'];
    await advanceClockUntil(server, (soon) => expect(ended.getByText(word, { exact: true })).toBeVisible(soon));
    await expect(ended.getByText(account, { exact: true })).toBeVisible();
    await ended.getByRole('button', { name: /^EURUSD CALL .*: ver detalle$/ }).click();
    await expectStatedValues(page, way.id, contract);

    await page.goto('/connections');
    const balance = balanceOf(server.brokers[way.id], contract.accountId);
    await advanceClockUntil(server, (soon) => expect(broker.getByText(balance, { exact: true })).toBeVisible(soon));
    await broker.getByRole('button', { name: `Desconectar: ${way.name}` }).click();
    await advanceClockUntil(server, (soon) => expect(broker.getByText('Sin conectar')).toBeVisible(soon));
    await expect(page.getByRole('button', { name: 'Cuenta: Simulado. Cambiar' })).toBeVisible();
    await broker.getByRole('button', { name: `Olvidar credenciales: ${way.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Olvidar credenciales' }).click();
    await expect(broker.getByRole('button', { name: `Olvidar credenciales: ${way.name}` })).toHaveCount(0);
    // The server refuses requests for the assets of the chosen account with 403, 404 or 409 until the account's prices
    // arrive.
    browserFaults.expect(/status of 40[349]/);
  });
}

const wayOf = (id: SimulatedBrokerId): Way => {
  const way = WAYS.find((each) => each.id === id);
  if (way === undefined) throw new Error(`no way in to ${id}`);
  return way;
};

test('the connection form reports a refused password, and then connects with correct credentials', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  await openWithSession(page, await people.confirmed('Sara'), '/connections');
  const broker = await openForm(page, server, { ...wayOf('iqoption'), fill: byPassword('no es la suya') });
  await sendProved(page, broker);
  const alert = broker.getByRole('alert').filter({ hasText: 'IQ Option no aceptó esas credenciales.' });
  await advanceClockUntil(server, (soon) => expect(alert).toBeVisible(soon));
  await expect(broker.getByText('Error', { exact: true })).toBeVisible();
  await broker.getByLabel('Contraseña', { exact: true }).fill(EMAIL_PASSWORD.iqoption);
  await send(broker);
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  await advanceClockUntil(server, (soon) => expect(broker.getByText(DEMO_BALANCE)).toBeVisible(soon));
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain(EMAIL_PASSWORD.iqoption);
  browserFaults.expect(/status of 4(03|22)/);
});

for (const id of ['iqoption', 'quotex'] as const) {
  test(`the connection form asks for the login code that ${id} sends, and reports a wrong code`, async ({
    page,
    server,
    people,
    browserFaults,
  }) => {
    const { script } = server.brokers[id];
    script.asksForCode = true;
    await openWithSession(page, await people.confirmed('Sara'), '/connections');
    const broker = await openForm(page, server, wayOf(id));
    await sendProved(page, broker);
    const field = broker.getByLabel('Código del bróker');
    await advanceClockUntil(server, (soon) => expect(field).toBeVisible(soon));
    await field.fill('000000');
    await broker.getByRole('button', { name: 'Entrar con el código' }).click();
    await advanceClockUntil(server, (soon) => expect(broker.getByText(/no aceptó ese código/)).toBeVisible(soon));
    await field.fill(script.code);
    await broker.getByRole('button', { name: 'Entrar con el código' }).click();
    await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
    script.asksForCode = false;
    browserFaults.expect(/status of 4(03|09|22)/);
  });
}

test('IQ Option asks for a copied session after a challenge, and the pasted ssid opens the account without a password', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  const { script } = server.brokers.iqoption;
  script.nextLogins({ kind: 'challenge' });
  await openWithSession(page, await people.confirmed('Sara'), '/connections');
  const broker = await openForm(page, server, wayOf('iqoption'));
  await sendProved(page, broker);
  const paste = broker.getByRole('alert').getByRole('button', { name: 'Pegar mi sesión: IQ Option' });
  await advanceClockUntil(server, (soon) => expect(paste).toBeVisible(soon));
  await paste.click();
  await broker.getByText('Cómo copiar tu sesión').click();
  await expect(broker.getByText(/Copia el valor de ssid/)).toBeVisible();
  await broker.getByLabel('Valor de ssid', { exact: true }).fill('una-que-no-vale');
  await send(broker);
  await advanceClockUntil(server, (soon) =>
    expect(broker.getByRole('alert').getByText(/Tu sesión en IQ Option caducó/)).toBeVisible(soon),
  );
  await broker.getByLabel('Valor de ssid', { exact: true }).fill(`ssid=navegador-${freshEmail('sara')}`);
  await send(broker);
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  await advanceClockUntil(server, (soon) => expect(broker.getByText(DEMO_BALANCE)).toBeVisible(soon));
  await expect(broker.getByText('Sesión copiada')).toBeVisible();
  script.expireSessions();
  const again = broker.getByRole('button', { name: 'Pegar mi sesión: IQ Option' });
  await advanceClockUntil(server, (soon) => expect(again).toBeVisible(soon));
  await expect(broker.getByText(/Tu sesión en IQ Option caducó/)).toBeVisible();
  browserFaults.expect(/status of 4(0[39]|22)/);
});

test('the connection form asks for a copied session after a challenge, and does not send the password again', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  server.brokers.quotex.script.nextLogins({ kind: 'challenge' });
  await openWithSession(page, await people.confirmed('Sara'), '/connections');
  const broker = await openForm(page, server, wayOf('quotex'));
  await sendProved(page, broker);
  await advanceClockUntil(server, (soon) =>
    expect(broker.getByText(/pide una comprobación que solo puedes pasar en su página/).first()).toBeVisible(soon),
  );
  await broker.getByRole('button', { name: 'Cancelar' }).click();
  await broker.getByRole('button', { name: 'Pegar mi sesión: Quotex' }).click();
  await broker.getByText('Cómo copiar tu sesión').click();
  await expect(broker.getByText(/window\.settings\.token/)).toBeVisible();
  browserFaults.expect(/status of 40[39]/);
});

test('an interrupted broker connection reconnects automatically, and the screen shows the interruption and the return', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  await openWithSession(page, await people.confirmed('Sara'), '/connections');
  const broker = await openForm(page, server, wayOf('deriv'));
  await sendProved(page, broker);
  const connected = broker.getByText('Conectado', { exact: true });
  await advanceClockUntil(server, (soon) => expect(connected).toBeVisible(soon));
  const balance = await broker.getByText(BALANCE).first().innerText();
  await server.brokers.deriv.stop();
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectando', { exact: true })).toBeVisible(soon));
  await server.brokers.deriv.restart();
  await advanceClockUntil(server, (soon) => expect(connected).toBeVisible(soon));
  await advanceClockUntil(server, (soon) => expect(broker.getByText(balance, { exact: true })).toBeVisible(soon));
  browserFaults.expect(/status of 403/);
});

test('orders go to the chosen account, and paper or another account replaces a disconnected one', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  await openWithSession(page, await people.confirmed('Sara'), '/connections');
  for (const id of ['iqoption', 'deriv'] as const) {
    const broker = await openForm(page, server, wayOf(id));
    await (id === 'iqoption' ? sendProved(page, broker) : send(broker));
    await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  }
  const iq = card(page, 'IQ Option');
  const deriv = card(page, 'Deriv');
  await advanceClockUntil(server, (soon) => expect(iq.getByText('En uso')).toBeVisible(soon));
  await deriv.getByRole('button', { name: 'Usar: Deriv demo' }).click();
  await advanceClockUntil(server, (soon) => expect(deriv.getByText('En uso')).toBeVisible(soon));
  await expect(iq.getByText('En uso')).toHaveCount(0);
  await deriv.getByRole('button', { name: 'Desconectar: Deriv' }).click();
  await advanceClockUntil(server, (soon) => expect(iq.getByText('En uso')).toBeVisible(soon));
  await expect(page.getByText('Tus órdenes van ahora a IQ demo.')).toBeVisible();
  browserFaults.expect(/status of 403/);
});

test('the broker settles an order of its demo account, and orders are refused while the broker is unreachable', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  test.setTimeout(120_000);
  const { book } = server.brokers.iqoption;
  const before = book.contracts().length;
  const person = await people.confirmed('Sara');
  await openWithSession(page, person, '/connections');
  const broker = await openForm(page, server, wayOf('iqoption'));
  await sendProved(page, broker);
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  await expect(page.getByRole('button', { name: 'Cuenta: IQ demo. IQ Option, conectado. Cambiar' })).toBeVisible();
  await page.getByRole('link', { name: 'Inicio' }).click();
  await waitForBrokerPrices(page, server, people, person, 'iqoption');

  const ticket = page.getByLabel('Nueva operación');
  await ticket.getByRole('button', { name: '1 min', exact: true }).click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  const active = page.getByRole('table', { name: 'Activas' });
  await advanceClockUntil(server, (soon) => expect(active.getByText(/Ganando|Perdiendo|Empate/)).toBeVisible(soon));
  const [contract, ...others] = book.contracts().slice(before);
  expect(others).toEqual([]);
  expect(contract).toMatchObject({ symbol: 'EURUSD', direction: 'CALL', stakeMinor: 1_000, result: null });
  if (contract === undefined) throw new Error('the broker booked nothing');
  const header = page.getByRole('banner');
  const inHeader = (soon: { timeout: number }) =>
    expect(header.getByText(balanceOf(server.brokers.iqoption, contract.accountId), { exact: true })).toBeVisible(soon);
  await advanceClockUntil(server, inHeader);

  await server.runUntil(async () => contract.result !== null, TRADE_PATIENCE_MS);
  await page.getByRole('tab', { name: /Historial/ }).click();
  const ended = page.getByRole('table', { name: 'Historial' });
  const word = OUTCOMES[contract.result?.outcome ?? 'tie'];
  await advanceClockUntil(server, (soon) => expect(ended.getByText(word, { exact: true })).toBeVisible(soon));
  await advanceClockUntil(server, inHeader);
  await ended.getByRole('button', { name: /^EURUSD CALL .*: ver detalle$/ }).click();
  await expect(page.getByRole('dialog').getByText(`Contrato ${contract.contractId}`, { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');

  await server.brokers.iqoption.stop();
  await advanceClockUntil(server, (soon) =>
    expect(ticket.getByRole('link', { name: 'Ir a Conexiones' })).toBeVisible(soon),
  );
  await expect(call).toBeDisabled();
  await expect(
    page
      .getByRole('figure', { name: /EURUSD/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  await server.brokers.iqoption.restart();
  // The next reconnection attempt may be half a minute away.
  await server.runUntil(() => call.isEnabled(), RECONNECT_PATIENCE_MS, SECONDS_PACE);
  // The server refuses requests for the assets of the chosen account with 403, 404 or 409 until the account's prices
  // arrive.
  browserFaults.expect(/status of 40[349]/);
});
