import type { Page } from '@playwright/test';
import { mailsTo, mailTo, SUBJECT } from '../support/mailbox.ts';
import { freshEmail, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;
const LINK_LIFE_MS = 60 * MINUTE_MS;

async function signUp(page: Page, email: string, name = 'Camila'): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Nombre de usuario').fill(name.toLowerCase());
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Apellido').fill('Rojas');
  await page.getByRole('checkbox', { name: /Soy mayor de edad y entiendo los riesgos/ }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
}

async function expectAtHome(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/);
  const header = page.getByRole('banner');
  await expect(header.getByText(name, { exact: true })).toBeVisible();
  await expect(header.getByText('$10,000.00')).toBeVisible();
}

test('a new user opens the link in the mail, and then the header shows their name and the paper money', {
  tag: '@gate',
}, async ({ page, server }) => {
  const email = freshEmail('camila');
  await signUp(page, email);
  await expect(page.getByRole('status')).toContainText(email);
  await page.goto((await mailTo(server, email, SUBJECT.confirm)).link);
  await expect(page.getByText('Tu correo quedó confirmado y ya estás dentro.')).toBeVisible();
  // The app removes the code from the address, so that neither the browser history nor a log contains it.
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByRole('link', { name: 'Ir al panel' }).click();
  await expectAtHome(page, 'Camila');
});

test('a confirmation link in another browser confirms the address on a click and leads to the prefilled sign-in form', {
  tag: '@gate',
}, async ({ page, server, anotherBrowser }) => {
  const email = freshEmail('camila');
  await signUp(page, email);
  const { link } = await mailTo(server, email, SUBJECT.confirm);
  const phone = await anotherBrowser();
  await phone.goto(link);
  await expect(phone.getByText(`Confirma que ${email} es tu correo.`)).toBeVisible();
  await expect(phone).toHaveURL(/\/verify-email$/);
  await phone.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(phone.getByText('Correo confirmado, inicia sesión.')).toBeVisible();
  await phone.getByRole('link', { name: 'Entrar' }).click();
  await expect(phone.getByLabel('Correo')).toHaveValue(email);
  await phone.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Entrar' }).click();
  await expectAtHome(phone, 'Camila');
});

test('a link that a mail scanner has already opened still signs the user in if they registered in this browser', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const email = freshEmail('camila');
  await signUp(page, email);
  const { link } = await mailTo(server, email, SUBJECT.confirm);
  const scanner = await anotherBrowser();
  await scanner.goto(link);
  await expect(scanner.getByRole('button', { name: 'Confirmar mi correo' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('Tu correo quedó confirmado y ya estás dentro.')).toBeVisible();
});

test('the six digits of the mail open the account when typed in the browser of the registration', async ({
  page,
  server,
  browserFaults,
}) => {
  const email = freshEmail('camila');
  await signUp(page, email);
  const { digits } = await mailTo(server, email, SUBJECT.confirm);
  const code = page.getByLabel('Código de seis números');
  await code.fill(digits === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert')).toContainText('Ese código no vale o ya caducó.');
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await expectAtHome(page, 'Camila');
  browserFaults.expect(/status of 403/);
});

test('a confirmation link is refused with a message at its second use, and the link in the next mail signs the user in', async ({
  page,
  server,
  people,
}) => {
  const email = await people.unconfirmed('Camila');
  const first = await mailTo(server, email, SUBJECT.confirm);
  await server.leap(LINK_LIFE_MS + MINUTE_MS);
  await page.clock.setSystemTime(server.nowMs);
  await page.goto(first.link);
  await expect(page.getByText(/El enlace caducó o ya se usó\./)).toBeVisible();
  await page.getByRole('button', { name: 'Pedir otro correo' }).click();
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Pedir otro correo' }).click();
  await expect(page.getByRole('status')).toContainText(email);
  const second = await mailTo(server, email, SUBJECT.confirm, 2);
  await page.getByLabel('Código de seis números').fill(second.digits);
  await expectAtHome(page, 'Camila');
  await page.goto(second.link);
  await expect(page.getByText(/caducó|ya se usó/)).toBeVisible();
});

test('another confirmation mail can be requested after a minute', async ({ page, server }) => {
  const email = freshEmail('camila');
  await signUp(page, email);
  await mailTo(server, email, SUBJECT.confirm);
  await expect(page.getByRole('button', { name: /^Reenviar en \d+ s$/ })).toBeDisabled();
  await server.run(MINUTE_MS);
  await page.clock.fastForward(MINUTE_MS);
  await page.getByRole('button', { name: 'Reenviar', exact: true }).click();
  await expect(page.getByText('Enviamos otro correo. El anterior ya no sirve.')).toBeVisible();
  const { digits } = await mailTo(server, email, SUBJECT.confirm, 2);
  await page.getByLabel('Código de seis números').fill(digits);
  await expectAtHome(page, 'Camila');
});

test('registration with an existing address shows the same page, and the owner of the address gets a different mail', async ({
  page,
  server,
  people,
}) => {
  const { email } = await people.confirmed('Camila');
  await signUp(page, email, 'Intrusa');
  await expect(page.getByRole('status')).toHaveText(
    `Enviamos un correo a ${email}. Abre su enlace para activar tu cuenta, o escribe aquí su código. Si ya tenías una cuenta con ese correo, el mensaje te lo dice y no trae código.`,
  );
  await mailTo(server, email, SUBJECT.taken);
  expect((await mailsTo(server, email)).filter(({ subject }) => subject === SUBJECT.confirm)).toHaveLength(1);
});
