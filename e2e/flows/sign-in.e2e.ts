import type { Page } from '@playwright/test';
import { mailTo, SUBJECT } from '../support/mailbox.ts';
import { openWithSession, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillIn(page, email, password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('a wrong password is refused with a message, and the right password signs the user in', { tag: '@gate' }, async ({
  page,
  people,
  browserFaults,
}) => {
  const { email } = await people.confirmed('Mateo');
  await signIn(page, email, 'otra cosa distinta');
  await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Contraseña', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('banner').getByText('Mateo', { exact: true })).toBeVisible();
  browserFaults.expect(/status of 400/);
});

test('an address without an account is refused with the same message as a wrong password', async ({
  page,
  browserFaults,
}) => {
  await signIn(page, 'nadie.de.nadie@correo.example');
  await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.');
  browserFaults.expect(/status of 400/);
});

test('an address that was not confirmed at sign-up can be confirmed at sign-in', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  const email = await people.unconfirmed('Mateo');
  await signIn(page, email);
  await expect(page.getByRole('status')).toContainText(`Falta confirmar ${email}.`);
  const { digits } = await mailTo(server, email, SUBJECT.confirm);
  await page.getByLabel('Código de seis números').fill(digits);
  await expect(page).toHaveURL(/\/dashboard$/);
  browserFaults.expect(/status of 400/);
});

test('a second factor is required after the password, and no screen opens before it is given', {
  tag: '@gate',
}, async ({ page, people, browserFaults }) => {
  const { email, authenticator } = await people.withSecondFactor('Mateo');
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Segundo factor' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  const code = page.getByLabel('Código de tu aplicación');
  const right = await authenticator.nextCode();
  await code.fill(right === '123456' ? '123457' : '123456');
  await expect(page.getByRole('alert')).toContainText('Ese código no vale.');
  await code.fill(right);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('banner').getByText('Mateo', { exact: true })).toBeVisible();
  browserFaults.expect(/status of 4\d\d/);
});

test('a recovery code replaces the second factor for one sign-in', async ({
  page,
  server,
  people,
  anotherBrowser,
  browserFaults,
}) => {
  const { email, recoveryCodes } = await people.withSecondFactor('Mateo');
  const [code = ''] = recoveryCodes;
  const passWith = async (browser: Page) => {
    await signIn(browser, email);
    await browser.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await browser.getByLabel('Código de recuperación').fill(code.toLowerCase());
    await browser.getByRole('button', { name: 'Entrar' }).click();
  };
  await passWith(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await mailTo(server, email, SUBJECT.recoveryCodeUsed);

  const elsewhere = await anotherBrowser();
  await passWith(elsewhere);
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/login$/);
  browserFaults.expect(/status of 4\d\d/);
});

test('a signed-in user who opens /login or /register is sent to /dashboard', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Mateo'));
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('a protected page asks for a sign-in, and opens after it', async ({ page, people }) => {
  const { email } = await people.confirmed('Mateo');
  await page.goto('/strategies/pcr?from=mail');
  await expect(page).toHaveURL(/\/login$/);
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/strategies\/pcr\?from=mail$/);
});
