import { mailsTo, mailTo, SUBJECT } from '../support/mailbox.ts';
import { freshEmail, openWithSession, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Otra marea, otro puerto 17';
/**
 * Time in milliseconds within which all server processes refuse an ended session. The process that ended it refuses it
 * at once.
 */
const SESSION_END_MS = 5_000;

test('a forgotten password is replaced by mail, the old password is refused, and other devices are signed out', {
  tag: '@gate',
}, async ({ page, server, people, anotherBrowser, browserFaults }) => {
  const person = await people.confirmed('Lucia');
  const laptop = await anotherBrowser();
  await openWithSession(laptop, person);
  await expect(laptop.getByRole('banner').getByText('Lucia', { exact: true })).toBeVisible();
  await server.run(1_000);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click();
  // The sign-in form, which is still visible until the next page has loaded, has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Recuperar contraseña' })).toBeVisible();
  await page.getByLabel('Correo').fill(person.email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await page.goto((await mailTo(server, person.email, SUBJECT.recovery)).link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await mailTo(server, person.email, SUBJECT.passwordChanged);

  await server.run(SESSION_END_MS);
  await expect(laptop).toHaveURL(/\/login$/);
  browserFaults.expect(/^alert: Sesión expirada\. Por favor inicia sesión nuevamente\.$/);
  await expect(people.signIn(person.email, PASSWORD)).rejects.toThrow(/invalid_credentials/);
  await laptop.getByLabel('Correo').fill(person.email);
  await laptop.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD);
  await laptop.getByRole('button', { name: 'Entrar' }).click();
  await expect(laptop).toHaveURL(/\/dashboard$/);
  browserFaults.expect(/status of 4\d\d/);
});

test('the six digits of the recovery mail let the user set a new password', async ({ page, server, people }) => {
  const { email } = await people.confirmed('Lucia');
  await page.goto('/forgot-password');
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await page.getByLabel('Código de seis números').fill((await mailTo(server, email, SUBJECT.recovery)).digits);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await people.signIn(email, NEW_PASSWORD)).access_token).not.toBe('');
});

test('a recovery link that is opened in another browser remains unused, and that browser can request a new link', async ({
  page,
  server,
  people,
  anotherBrowser,
}) => {
  const { email } = await people.confirmed('Lucia');
  await page.goto('/forgot-password');
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  const { link } = await mailTo(server, email, SUBJECT.recovery);
  const phone = await anotherBrowser();
  await phone.goto(link);
  await expect(
    phone.getByText(/Este enlace solo sirve en el navegador donde lo pediste, y sigue sin usar/),
  ).toBeVisible();
  await expect(phone.getByLabel('Correo')).toHaveValue(email);
  await expect(phone.getByRole('button', { name: 'Enviar correo' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByLabel('Contraseña nueva')).toBeVisible();
});

test('for an address without an account, the page looks the same but no mail is sent', async ({ page, server }) => {
  const email = freshEmail('nadie');
  await page.goto('/forgot-password');
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await expect(page.getByRole('status')).toContainText(`Si hay una cuenta con ${email}, te enviamos un correo.`);
  await server.run(SESSION_END_MS);
  expect(await mailsTo(server, email)).toEqual([]);
});
