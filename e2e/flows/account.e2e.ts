import { expect, test } from '../support/test.ts';

const PASSWORD = 'Un faro en la niebla 42';

test('a newcomer registers, leaves, fails once and comes back', async ({ page }) => {
  const email = `camila.${Date.now()}@correo.example`;
  await page.goto('/register');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Nombre de usuario').fill('camila');
  await page.getByLabel('Nombre', { exact: true }).fill('Camila');
  await page.getByLabel('Apellido').fill('Rojas');
  await page.getByRole('checkbox', { name: /Soy mayor de edad y entiendo los riesgos/ }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Camila')).toBeVisible();
  await expect(page.getByText('$10,000.00')).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a wrong password is told in words, and the right one opens the door', async ({ page }) => {
  const email = `mateo.${Date.now()}@correo.example`;
  await page.goto('/register');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /Soy mayor de edad y entiendo los riesgos/ }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();

  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('otra cosa distinta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toContainText(/correo o la contraseña/i);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Contraseña', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});
