import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { mailTo, SUBJECT } from '../support/mailbox.ts';
import { freshEmail, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;

test('an anonymous demo user registers by mail, and then another device shows the trade from before the registration', async ({
  page,
  server,
  anotherBrowser,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const ticket = page.getByLabel('Nueva operación');
  await ticket.getByRole('button', { name: '1 min', exact: true }).click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await expect(page.getByRole('table', { name: 'Activas' }).getByText('EURUSD')).toBeVisible();

  const email = freshEmail('irene');
  await page.getByRole('banner').getByRole('link', { name: 'Crear mi cuenta' }).click();
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /Soy mayor de edad y entiendo los riesgos/ }).check();
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  await page.goto((await mailTo(server, email, SUBJECT.createAccount)).link);
  await page.getByRole('link', { name: 'Ir al panel' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Crear mi cuenta' })).toHaveCount(0);
  const noneActive = page.getByText('Aún no hay operaciones activas.');
  await server.runUntil(() => noneActive.isVisible(), 3 * MINUTE_MS);

  const phone = await anotherBrowser();
  await phone.goto('/login');
  await phone.getByLabel('Correo').fill(email);
  await phone.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Entrar' }).click();
  await expect(phone).toHaveURL(/\/dashboard$/);
  await phone.getByRole('tab', { name: /Historial/ }).click();
  const history = phone.getByRole('table', { name: 'Historial' });
  await expect(history.getByRole('row', { name: /EURUSD CALL/ })).toHaveCount(1);
});
