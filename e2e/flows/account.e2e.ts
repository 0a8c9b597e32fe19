import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'Un faro en la niebla 42';

async function register(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}.${Date.now()}@correo.example`;
  await page.goto('/register');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Nombre de usuario').fill(name.toLowerCase());
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Apellido').fill('Rojas');
  await page.getByRole('checkbox', { name: /Soy mayor de edad y entiendo los riesgos/ }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  return email;
}

test('a newcomer registers and finds name and paper money in the header', async ({ page }) => {
  await register(page, 'Camila');
  await expect(page.getByText('Camila')).toBeVisible();
  await expect(page.getByText('$10,000.00').first()).toBeVisible();
});

test('a wrong password is told in words, and the right one opens the door', async ({ page, browserFaults }) => {
  const email = await register(page, 'Mateo');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('otra cosa distinta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toContainText(/correo o la contraseña/i);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Contraseña', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  // The refused sign-in is an answer of 400, which the browser itself reports.
  browserFaults.expect(/status of 400/);
});
