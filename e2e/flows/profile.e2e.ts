import type { Locator, Page } from '@playwright/test';
import { mailTo, SUBJECT } from '../support/mailbox.ts';
import { freshEmail, openWithSession, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Otra marea, otro puerto 17';

/** Returns the form with this submit button. The page has two forms with a field for the current password. */
const formOf = (page: Page, submit: string): Locator =>
  page.locator('form').filter({ has: page.getByRole('button', { name: submit, exact: true }) });

test('a changed name appears in the header at once and after a reload', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Nadia'), '/profile');
  const data = formOf(page, 'Guardar cambios');
  await expect(data.getByLabel('Nombre', { exact: true })).toHaveValue('Nadia');
  await data.getByLabel('Nombre', { exact: true }).fill('Nadezhda');
  await data.getByLabel('Apellido').fill('Ñáñez');
  await data.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('banner').getByText('Nadezhda', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByText('Nadezhda', { exact: true })).toBeVisible();
  await expect(data.getByLabel('Apellido')).toHaveValue('Ñáñez');
});

test('a raised limit of open trades shows when it starts to apply, and a lowered limit applies at once', async ({
  page,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Nadia'), '/profile');
  const data = formOf(page, 'Guardar cambios');
  const concurrent = data.getByLabel('Operaciones activas a la vez, como máximo');
  await expect(concurrent).toHaveValue('3');
  await concurrent.fill('5');
  await data.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(data.getByText(/^Sube a 5 mañana a las \d\d:\d\d\.$/)).toBeVisible();
  await expect(concurrent).toHaveValue('3');
  await concurrent.fill('2');
  await data.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(data.getByText(/^Sube a/)).toHaveCount(0);
  await page.reload();
  await expect(concurrent).toHaveValue('2');
});

test('a new password requires the current password, and the old password is refused afterwards', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Nadia');
  await openWithSession(page, person, '/profile');
  const card = formOf(page, 'Cambiar contraseña');
  await card.getByLabel('Contraseña actual').fill('no es la mía');
  await card.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
  await card.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(card.getByRole('alert')).toHaveText('Esa no es tu contraseña actual.');
  await card.getByLabel('Contraseña actual').fill(PASSWORD);
  await card.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada', { exact: true })).toBeVisible();
  await expect(people.signIn(person.email, PASSWORD)).rejects.toThrow(/invalid_credentials/);
  await people.signIn(person.email, NEW_PASSWORD);
  browserFaults.expect(/status of 400/);
});

test('a new address applies after the user opens its confirmation link, and the old address gets a notification', async ({
  page,
  server,
  people,
}) => {
  const person = await people.confirmed('Nadia');
  const email = freshEmail('nadia.nueva');
  await openWithSession(page, person, '/profile');
  const card = formOf(page, 'Cambiar correo');
  await expect(card).toContainText(`Entras con ${person.email}.`);
  await card.getByLabel('Correo nuevo').fill(email);
  await card.getByLabel('Contraseña actual').fill(PASSWORD);
  await card.getByRole('button', { name: 'Cambiar correo' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  await page.goto((await mailTo(server, email, SUBJECT.newAddress)).link);
  await expect(page.getByText('Tu correo quedó confirmado y ya estás dentro.')).toBeVisible();
  await page.goto('/profile');
  await expect(card).toContainText(`Entras con ${email}.`);
  await mailTo(server, person.email, SUBJECT.emailChanged);
  await expect(people.signIn(person.email)).rejects.toThrow(/invalid_credentials/);
  await people.signIn(email);
});
