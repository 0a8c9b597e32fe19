import { z } from 'zod';
import { openWithSession, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const Made = z.object({ data: z.object({ id: z.string() }) });

/* Tests of errors that occur while every service works. docs/spec/api.md §3 contains the texts. */

test('a page without its root element reports the missing element in the console', async ({ page, browserFaults }) => {
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('id="root"', 'id="elsewhere"') });
  });
  await page.goto('/login');
  await expect.poll(() => browserFaults.count(/^Root element not found$/)).toBe(1);
  browserFaults.expect(/^Root element not found$/);
});

test('the sign-in form reports an unreachable server, and a missing public key of the auth service', async ({
  page,
  browserFaults,
}) => {
  let isReachable = false;
  await page.route('**/config.json', async (route) => {
    if (!isReachable) return route.abort('connectionfailed');
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), supabaseAnonKey: '' } });
  });
  await page.goto('/login');
  await page.getByLabel('Correo').fill('nadie@correo.example');
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.',
  );
  isReachable = true;
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Falta la clave pública del servicio de cuentas (supabaseAnonKey en /config.json).',
  );
  await expect(page).toHaveURL(/\/login$/);
  browserFaults.expect(/ERR_CONNECTION_FAILED/);
});

test('a screen that crashes is replaced by the global error screen, which shows the error and a way back', async ({
  page,
  people,
  browserFaults,
}) => {
  await page.route(/\/assets\/calculator-screen-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const CalculatorScreen = () => { throw new Error('La marea se llevó un dato'); };",
    }),
  );
  await openWithSession(page, await people.confirmed('Rocio'), '/calculator');
  const screen = page.getByRole('alert');
  await expect(screen.getByRole('heading', { name: 'Oops! Algo salió mal' })).toBeVisible();
  await expect(screen).toContainText(
    'Ha ocurrido un error inesperado. Por favor, recarga la página o contacta al soporte si el problema persiste.',
  );
  await expect(screen).toContainText('Detalles del error: La marea se llevó un dato');
  await screen.getByRole('button', { name: 'Recargar aplicación' }).click();
  await expect(page).not.toHaveURL(/calculator/);
  await expect(screen).toHaveCount(0);
  browserFaults.expect(/La marea se llevó un dato/);
});

test('the app shows one message and goes to /login if its session is removed from the browser', async ({
  page,
  people,
  browserFaults,
}) => {
  const alert = /^alert: No hay sesión activa\. Por favor inicia sesión\.$/;
  await openWithSession(page, await people.confirmed('Rocio'));
  await expect(page.getByRole('banner').getByText('Rocio', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('vigia-auth'));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(browserFaults.count(alert)).toBe(1);
  expect(browserFaults.count(/^alert/)).toBe(1);
  browserFaults.expect(alert);
  browserFaults.expect(/status of 401/);
});

test('a profile that cannot be saved keeps the typed values and shows the error', async ({
  page,
  people,
  browserFaults,
}) => {
  await openWithSession(page, await people.confirmed('Rocio'), '/profile');
  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toHaveValue('Rocio');
  await page.route('**/rest/v1/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  );
  await name.fill('Rosalía');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(name).toHaveValue('Rosalía');
  await expect(page.getByRole('banner').getByText('Rocio', { exact: true })).toBeVisible();
  expect(browserFaults.count(/^Profile could not be saved/)).toBe(1);
  browserFaults.expect(/Profile could not be saved|ERR_CONNECTION_FAILED/);
});

test('a setup that was deleted on another device and a broker that does not exist are reported as not found', async ({
  page,
  people,
  browserFaults,
}) => {
  const person = await people.confirmed('Rocio');
  const setup = { name: 'Efímero', asset: 'EURUSD', timeframe: '5m', is_active: false };
  const { id } = Made.parse(await people.api('/api/pcr/setup', person.session, setup)).data;
  await openWithSession(page, person, '/strategies/pcr');
  const active = page.getByRole('switch', { name: 'Efímero: activo' });
  await expect(active).toBeVisible();
  // The test blocks further responses about setups, so the page does not notice the deletion.
  await page.route('**/api/pcr/**', (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  await people.api(`/api/pcr/setup/${id}/stop`, person.session, { archive: true });
  const answered = page.waitForResponse((answer) => answer.url().endsWith(id) && answer.status() === 404);
  await active.click();
  expect(await (await answered).json()).toMatchObject({ detail: 'Setup not found' });
  await expect(page.getByText('No encontramos ese setup.').first()).toBeVisible();
  expect(await people.refusal('/api/v1/multi-broker/connect/nadie', person.session, {})).toContain(
    '"Unknown broker: nadie"',
  );
  browserFaults.expect(/status of 404/);
});
