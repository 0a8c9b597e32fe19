import { SIMULATED_PASSWORD } from '@vigia/broker-iqoption/simulator';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import { openWithSession, proveIdentity } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The colour of the design token `mode-real-fill`. The token has the same colour in both themes. */
const AMBER = 'rgb(245, 179, 43)';

test('a real account asks for the confirmation phrase, and the refusal lists the conditions that are not met', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  const person = await people.confirmed('Marta');
  const login = { email: person.email, password: SIMULATED_PASSWORD };
  await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', person.session, login));
  await openWithSession(page, person);
  const pill = page.getByRole('button', { name: 'Cuenta: IQ demo. IQ Option, conectado. Cambiar' });
  await pill.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
  await expect(dialog.getByRole('button', { name: /^IQ demo.*En uso/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^IQ REAL/ }).click();
  for (const missing of ['Hacer la declaración', 'Ver tu segundo factor', 'Fijar el límite']) {
    await expect(dialog.getByRole('link', { name: missing })).toBeVisible();
  }
  const submit = dialog.getByRole('button', { name: 'Pasar a IQ REAL' });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Escribe OPERAR CON DINERO REAL').fill('OPERAR CON DINERO REAL');
  await submit.click();
  await proveIdentity(page);
  await expect(dialog.getByRole('alert')).toContainText(
    'Antes de operar con dinero real declara tu mayoría de edad y tu país de residencia.',
  );
  await dialog.getByRole('link', { name: 'Fijar el límite' }).click();
  await expect(page).toHaveURL(/\/settings\?libro=real-USD#limites$/);
  await expect(page.locator('#limites')).toBeInViewport();
  await expect(page.getByRole('combobox', { name: 'Límites de' })).toHaveValue('real-USD');
  await expect(pill).toBeVisible();
  // The browser logs 403 for the request before the proof of identity, and 404 or 409 for requests before the broker
  // has reported the account and its prices.
  browserFaults.expect(/status of 40[349]/);
});

test('a legal ban in the declared country is shown on the order form and on /connections before a broker is connected', async ({
  page,
  people,
}) => {
  const person = await people.confirmed('Marta');
  await people.api('/api/v1/account/declaration', person.session, { adult: true, country: 'ES' }, 'PUT');
  await openWithSession(page, person);
  const line = page.getByText('En España no hay dinero real: la CNMV prohíbe la venta a particulares.');
  await expect(line).toBeVisible();
  await page.goto('/connections');
  await expect(page.getByText('Dinero real no disponible en España')).toBeVisible();
  await people.api('/api/v1/account/declaration', person.session, { adult: true, country: 'MX' }, 'PUT');
  await page.goto('/settings#dinero-real');
  await expect(page.getByText(/: México, mayor de edad\. Abre el dinero real/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar cambio' }).click();
  await expect(page.getByText(/: México, mayor de edad/)).toHaveCount(0);
});

test('IQ REAL can be chosen with its confirmation phrase if every condition is met, and orders go to the real account', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  test.setTimeout(120_000);
  const person = await people.withSecondFactor('Marta');
  const { email, session } = person;
  await server.endSecurityWait(email);
  await people.api('/api/v1/account/declaration', session, { adult: true, country: 'MX' }, 'PUT');
  await people.api(
    '/api/v1/account/limits',
    session,
    { book: { scope: 'real', currency: 'USD' }, daily_loss_limit: 50 },
    'PUT',
  );
  const login = { email, password: SIMULATED_PASSWORD };
  await server.creep(people.api('/api/v1/multi-broker/connect/iqoption', session, login));
  await openWithSession(page, person);
  const frame = page.getByTestId('real-money-frame');
  await page.getByRole('button', { name: /^Cuenta: IQ demo\..* Cambiar$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
  await dialog.getByRole('button', { name: /^IQ REAL/ }).click();
  const submit = dialog.getByRole('button', { name: 'Pasar a IQ REAL' });
  await dialog.getByLabel('Escribe OPERAR CON DINERO REAL').fill('OPERAR CON DINERO');
  await expect(submit).toBeDisabled();
  await expect(frame).toHaveCount(0);
  await dialog.getByLabel('Escribe OPERAR CON DINERO REAL').fill('OPERAR CON DINERO REAL');
  await submit.click();
  await proveIdentity(page, await person.authenticator.nextCode());
  await advanceClockUntil(server, (soon) => expect(dialog).toHaveCount(0, soon));
  await expect(page.getByRole('button', { name: /^Cuenta: IQ REAL\..* Cambiar$/ })).toBeVisible();
  await expect(frame).toBeVisible();
  await expect(frame).toHaveCSS('border-top', `2px solid ${AMBER}`);
  await expect(frame).toHaveCSS('pointer-events', 'none');

  await waitForBrokerPrices(page, server, people, person, 'iqoption');
  const { book } = server.brokers.iqoption;
  const before = book.contracts().length;
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await advanceClockUntil(server, async () => expect(book.contracts()).toHaveLength(before + 1));
  const [contract] = book.contracts().slice(before);
  expect(book.account(contract?.accountId ?? '')?.kind).toBe('real');

  await page.getByRole('button', { name: /^Cuenta: IQ REAL\./ }).click();
  await dialog.getByRole('button', { name: /^Simulado/ }).click();
  await expect(frame).toHaveCount(0);
  // The server knows the asset and its payout only after the broker has reported the account of the mode.
  browserFaults.expect(/status of 40[349]/);
});

test('the account dialog offers a user without a broker the paper account and a link to the connections', async ({
  page,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Marta'));
  const pill = page.getByRole('button', { name: 'Cuenta: Simulado. Cambiar' });
  await pill.click();
  const dialog = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(pill).toBeFocused();
  await pill.click();
  await dialog.getByRole('link', { name: 'Conectar un bróker' }).click();
  await expect(page).toHaveURL(/\/connections$/);
});

test('the paper balance can be reset to a chosen amount while a trade is open, and the trade continues', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  const balance = page.getByRole('button', { name: /^Saldo/ });
  await expect(balance).toContainText('$9,990.00');
  await balance.click();
  await expect(page.getByRole('dialog', { name: 'Saldo' })).toBeFocused();
  await page.getByRole('button', { name: 'Reiniciar saldo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reiniciar saldo' });
  await expect(dialog.getByText('Tus operaciones abiertas siguen: $10.00 en juego', { exact: false })).toBeVisible();
  await dialog.getByLabel('Saldo nuevo').fill('1000001');
  await dialog.getByRole('button', { name: 'Reiniciar saldo' }).click();
  await expect(dialog.getByRole('alert')).toContainText('de $1.00 a $1,000,000.00');
  await dialog.getByRole('button', { name: '$5,000', exact: true }).click();
  await dialog.getByRole('button', { name: 'Reiniciar a $5,000.00' }).click();
  await expect(balance).toContainText('$5,000.00');
  await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(balance).toContainText('$5,000.00');
  await page.goto('/settings');
  const account = page.locator('#cuenta-simulada');
  await expect(account.getByText('$5,000.00')).toBeVisible();
  await expect(account.getByText('$10.00')).toBeVisible();
});
