import type { Page } from '@playwright/test';
import { openWithSession } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Resultados' });
const fan = (page: Page) => page.getByRole('img', { name: /^Cien sesiones simuladas/ });

/** Returns the path data of all shapes in the fan chart. */
const pictureOf = (page: Page): Promise<string[]> =>
  fan(page).evaluate((svg) => [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? ''));

test('the calculator updates its results while the user types, and a link shows the same values in another browser', async ({
  page,
  people,
  anotherBrowser,
}) => {
  await openWithSession(page, await people.confirmed('Cora'), '/calculator');
  await expect(page.getByText('Con estos números se pierde.')).toBeVisible();
  await expect(results(page)).toContainText('54.1 %');
  await page.getByLabel('Acierto', { exact: true }).fill('58,25');
  await page.getByLabel('Pago', { exact: true }).fill('90');
  await expect(results(page)).toContainText('52.6 %');
  await expect(results(page)).toContainText('+$1.07');
  await page.getByRole('button', { name: 'Porcentaje' }).click();
  await page.getByLabel('Porcentaje del saldo').fill('5');
  await expect(page.getByText('La primera operación es de $25.00.')).toBeVisible();
  await page.getByRole('button', { name: 'Otro sorteo' }).click();
  await expect(page).toHaveURL(/\/calculator\?acierto=58\.25&pago=90&porcentaje=5&semilla=2&apuesta=porcentaje$/);
  const picture = await pictureOf(page);
  const link = page.url();

  const other = await anotherBrowser();
  await openWithSession(other, await people.confirmed('Dario'), link);
  await expect(other.getByLabel('Acierto', { exact: true })).toHaveValue('58.25');
  await expect(other.getByRole('button', { name: 'Porcentaje' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => pictureOf(other)).toEqual(picture);
  await other.getByRole('button', { name: 'Otro sorteo' }).click();
  await expect.poll(() => pictureOf(other)).not.toEqual(picture);
});

test('the copied link also contains a value that was typed just before the click', async ({
  page,
  people,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWithSession(page, await people.confirmed('Cora'), '/calculator');
  await page.getByLabel('Acierto', { exact: true }).fill('61');
  await page.getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(page.getByText('Enlace copiado')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${new URL(page.url()).origin}/calculator?acierto=61`);
});

test('a link to the calculator with invalid values shows a message', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Cora'), '/calculator?acierto=mucho&pago=9000&apuesta=todo');
  await expect(page.getByText('Acierto «mucho»: Escribe un número. Usamos 52.5 %.')).toBeVisible();
  await expect(page.getByText('Pago «9000»: Va de 1 a 300. Usamos 85 %.')).toBeVisible();
  await expect(page.getByText('Cómo apuestas «todo» no existe. Usamos Fijo.')).toBeVisible();
  await expect(results(page)).toContainText('54.1 %');
  await page.getByLabel('Pago', { exact: true }).fill('80');
  await expect(page.getByText('El enlace trae datos que no se pueden usar.')).toHaveCount(0);
  await expect(results(page)).toContainText('55.6 %');
});

test('every field of the calculator can be reached and changed by keyboard alone', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Cora'), '/calculator');
  await page.getByRole('button', { name: 'Copiar enlace' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Restablecer' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Acierto', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await expect(results(page)).toContainText('+$1.10');
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
  await expect(page.getByLabel('Operaciones por sesión')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Kelly', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Kelly completo: 12.9 % del saldo. La primera operación es de $64.70.')).toBeVisible();
  await expect(page).toHaveURL(/acierto=60&apuesta=kelly$/);
});

test('on a phone, the calculator needs no horizontal scrolling and has no serious accessibility fault', async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWithSession(page, await people.confirmed('Cora'), '/calculator');
  await expect(fan(page)).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: 'Kelly', exact: true }).click();
  await expect(page.getByText(/Kelly dice que no hay nada que apostar/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver con monto fijo' }).click();
  await expect(fan(page)).toBeVisible();
  for (const title of ['Martingala de 3 pasos', 'Rachas que debes esperar', 'Plan compuesto', 'Según el pago']) {
    await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  }
  expect(await overflow()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
});
