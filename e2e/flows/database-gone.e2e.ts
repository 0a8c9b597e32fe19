import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { freshEmail, openWithSession, People, type Person, proveIdentity } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/**
 * The `detail` texts in the responses of the failed API calls. The screen shows a different sentence for each of them.
 */
const LITERALS = [
  'Failed to fetch assets',
  'Failed to fetch market data',
  'Failed to fetch active options',
  'Failed to fetch trading history',
  'Failed to fetch trading stats',
  'Failed to create option',
  'Error al cargar setups',
  'Error loading metrics',
  'Error conectando a Deriv',
  'Error conectando a quotex',
  'Error desconectando de iqoption',
  'Error probando conexión a iqoption',
] as const;
const REASON = 'La base de datos no responde.';
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;

test.use({ baseURL: async ({ doomed }, use) => use(doomed.url) });

const Failure = z.object({ detail: z.string() });

/** Collects the `detail` text of every failed response that the page receives. */
function listen(page: Page, details: Set<string>): void {
  page.on('response', async (answer) => {
    if (answer.status() < 400) return;
    const failure = Failure.safeParse(await answer.json().catch(() => null));
    if (failure.success) details.add(failure.data.detail);
  });
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true }).click();
const card = (page: Page, name: string): Locator => page.getByRole('article', { name });
/** Checks that this part of the page shows which call failed and why. */
const says = (server: DrivenServer, part: Locator, problem: string) =>
  advanceClockUntil(server, (soon) => expect(part.getByText(`${problem} ${REASON}`).first()).toBeVisible(soon));

/** Opens a page with a connected broker and an order form in which an order can be sent. */
async function readyToTrade(page: Page, server: DrivenServer, person: Person): Promise<void> {
  await page.clock.setSystemTime(server.nowMs);
  await openWithSession(page, person, '/connections');
  const broker = card(page, 'IQ Option');
  await broker.getByRole('button', { name: 'Conectar: IQ Option' }).click();
  await broker.getByLabel('Correo').fill(freshEmail('irene'));
  await broker.getByLabel('Contraseña', { exact: true }).fill('clave-simulada');
  await broker.getByRole('button', { name: 'Conectar', exact: true }).click();
  await proveIdentity(page);
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  // The test chooses the paper account, because an order on paper does not wait for prices of the broker.
  await page.getByRole('button', { name: /^Cuenta: IQ demo/ }).click();
  const choice = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
  await choice.getByRole('button', { name: /^Simulado/ }).click();
  await advanceClockUntil(server, (soon) => expect(choice).toHaveCount(0, soon));
  await go(page, 'Inicio');
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
}

/** Uses the connections page while the database is stopped. Checks the messages on its cards and forms. */
async function failAtConnections(page: Page, server: DrivenServer): Promise<void> {
  await go(page, 'Conexiones');
  const iqOption = card(page, 'IQ Option');
  await iqOption.getByRole('button', { name: 'Probar: IQ Option', exact: true }).click();
  await says(server, page.locator('body'), 'No pudimos probar la conexión.');
  await iqOption.getByRole('button', { name: 'Desconectar: IQ Option' }).click();
  await says(server, page.locator('body'), 'No pudimos desconectar del bróker.');
  const deriv = card(page, 'Deriv');
  await deriv.getByRole('button', { name: 'Conectar: Deriv' }).click();
  await deriv.getByLabel('Token de API', { exact: true }).fill('pat_irene');
  await deriv.getByLabel('App ID').fill('vigia');
  await deriv.getByRole('button', { name: 'Conectar', exact: true }).click();
  await says(server, deriv.getByRole('alert'), 'No pudimos conectar con Deriv.');
  await deriv.getByRole('button', { name: 'Cancelar' }).click();
  const quotex = card(page, 'Quotex');
  await quotex.getByRole('button', { name: 'Conectar: Quotex' }).click();
  await quotex.getByLabel('Correo').fill(freshEmail('irene'));
  await quotex.getByLabel('Contraseña', { exact: true }).fill('clave-quotex');
  await quotex.getByRole('button', { name: 'Conectar', exact: true }).click();
  await says(server, quotex.getByRole('alert'), 'No pudimos conectar con el bróker.');
}

test(
  'without the database, every API call fails with its fixed text, and the screens report the failure in Spanish',
  { tag: '@gate' },
  async ({ page, doomed, anotherBrowser, browserFaults }, info) => {
    test.setTimeout(180_000);
    const people = new People(doomed);
    const person = await people.confirmed('Irene');
    await readyToTrade(page, doomed, person);
    const session = await people.signIn(person.email);
    const other = await anotherBrowser();
    await other.clock.setSystemTime(doomed.nowMs);
    const details = new Set<string>();
    listen(page, details);
    listen(other, details);

    await doomed.killDatabase();
    // The test presses a key instead of the mouse. An error message that appears at that moment may move the button
    // between mouse down and mouse up.
    await page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ }).press('Enter');
    const unknown = page.getByRole('table', { name: 'Activas' }).getByRole('row', { name: /Estado desconocido/ });
    await advanceClockUntil(doomed, (soon) => expect(unknown).toContainText('no la repitas', soon));
    await page.getByRole('tab', { name: /Historial/ }).click();
    await says(doomed, page.getByRole('alert'), 'No pudimos cargar el historial de operaciones.');
    await failAtConnections(page, doomed);

    // The second browser has loaded no data before the database stops.
    await openWithSession(other, { session });
    const alerts = other.getByRole('alert');
    await says(doomed, alerts, 'No pudimos cargar los activos.');
    await says(doomed, alerts, 'No pudimos cargar las operaciones activas.');
    await says(doomed, alerts, 'No pudimos cargar las estadísticas de operaciones.');
    await says(doomed, alerts, 'No pudimos cargar los datos de mercado.');
    await info.attach('dashboard', { body: await other.screenshot({ fullPage: true }), contentType: 'image/png' });
    await other.goto('/strategies/pcr');
    await says(doomed, alerts, 'No pudimos cargar los setups.');
    await expect(alerts.getByText('Error al cargar setups')).toBeVisible();
    await says(doomed, alerts, 'No pudimos cargar las métricas.');
    await info.attach('pcr', { body: await other.screenshot({ fullPage: true }), contentType: 'image/png' });
    await expect.poll(() => LITERALS.filter((literal) => !details.has(literal))).toEqual([]);

    // Only programs call these routes. The web app never calls them.
    const refusal = (path: string, body?: object) => people.refusal(path, session, body);
    expect(await refusal('/api/v1/multi-broker/trade/iqoption', ORDER)).toContain(
      '"Error ejecutando trade en iqoption"',
    );
    expect(await refusal('/api/v1/trading/health')).toContain('"Failed to fetch trading health"');
    expect(await refusal('/api/pcr/setup', { name: 'Nadie' })).toContain('"Error al crear setup"');
    browserFaults.expect(/status of|ERR_|WebSocket|could not be loaded/);
  },
);
