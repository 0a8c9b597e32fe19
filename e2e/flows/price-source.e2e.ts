import type { Page } from '@playwright/test';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { waitForBrokerPrices } from '../support/broker-prices.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { freshEmail, openWithSession, proveIdentity } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const SYMBOL = 'EURUSD';
const PATIENCE_MS = 90_000;
const History = z.object({
  data: z.array(
    z.object({
      source: z.string(),
      broker: z.string(),
      expiry_time: z.string(),
      settlement: z.object({ source: z.string(), price: z.number() }),
    }),
  ),
});

const chart = (page: Page) => page.getByRole('figure', { name: new RegExp(`^Gráfico de ${SYMBOL}`) });
const choices = (page: Page) => page.getByRole('group', { name: 'Fuente de precios' });

/** Goes to another screen through the sidebar. */
const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

async function connectIqOption(page: Page, server: DrivenServer): Promise<void> {
  const broker = page.getByRole('article', { name: 'IQ Option' });
  await broker.getByRole('button', { name: 'Conectar: IQ Option' }).click();
  await broker.getByLabel('Correo').fill(freshEmail('sara'));
  await broker.getByLabel('Contraseña', { exact: true }).fill('clave-simulada');
  await broker.getByRole('button', { name: 'Conectar', exact: true }).click();
  await proveIdentity(page);
  await advanceClockUntil(server, (soon) => expect(broker.getByText('Conectado', { exact: true })).toBeVisible(soon));
  // The connection to the broker has also chosen the IQ Option account. The test chooses paper again, so that the price
  // source in the settings applies.
  await page.getByRole('button', { name: /^Cuenta: IQ demo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cuenta de tus órdenes' });
  await dialog.getByRole('button', { name: /^Simulado/ }).click();
  await advanceClockUntil(server, (soon) => expect(dialog).toHaveCount(0, soon));
}

/** Checks the label of the price source on the dashboard, and that prices arrive. */
async function expectPricesOf(page: Page, server: DrivenServer, label: string): Promise<void> {
  const card = page.locator('main');
  await advanceClockUntil(server, (soon) => expect(card.getByText(label, { exact: true })).toBeVisible(soon));
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await expect(chart(page).getByText('No pudimos cargar las velas')).toHaveCount(0);
}

test('a connected broker can be chosen as the price source for the chart, the order form and paper trades', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  test.setTimeout(180_000);
  const { market } = server.brokers.iqoption;
  const person = await people.confirmed('Sara');
  await openWithSession(page, person, '/settings#grafico');
  await expect(choices(page).getByRole('radio', { name: 'Mercado simulado' })).toBeChecked();
  await expect(choices(page).getByRole('radio', { name: 'IQ Option' })).toBeDisabled();
  await choices(page).getByText('Conéctate a IQ Option en').getByRole('link', { name: 'Conexiones' }).click();
  await connectIqOption(page, server);
  await go(page, 'Inicio');
  await expectPricesOf(page, server, 'Simulado');

  await go(page, 'Configuración');
  await choices(page).getByRole('radio', { name: 'IQ Option' }).check();
  await waitForBrokerPrices(page, server, people, person, 'iqoption');
  await advanceClockUntil(server, (soon) => expect(choices(page).getByText('Llegan en vivo')).toBeVisible(soon));
  await go(page, 'Inicio');
  await expectPricesOf(page, server, 'IQ Option');
  await page.reload();
  await expectPricesOf(page, server, 'IQ Option');

  const ticket = page.getByLabel('Nueva operación');
  await ticket.getByRole('button', { name: '1 min', exact: true }).click();
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  const active = page.getByRole('table', { name: 'Activas' });
  await advanceClockUntil(server, (soon) => expect(active.getByText(/Ganando|Perdiendo|Empate/)).toBeVisible(soon));
  await server.runUntil(async () => {
    const { data } = History.parse(await people.api('/api/v1/trading/history', person.session));
    return data.length > 0;
  }, PATIENCE_MS);
  const { data } = History.parse(await people.api('/api/v1/trading/history', person.session));
  const [trade] = data;
  if (trade === undefined) throw new Error('the trade never ended');
  expect(trade).toMatchObject({ source: 'iqoption', broker: 'mock', settlement: { source: 'iqoption' } });
  const expiryMs = Date.parse(trade.expiry_time);
  expect([...market.ticks(SYMBOL, expiryMs - 5_000, expiryMs).price]).toContain(trade.settlement.price);

  await go(page, 'Conexiones');
  await page.getByRole('button', { name: 'Desconectar: IQ Option' }).click();
  // The test stops the broker, because otherwise the session of another user could continue to deliver its prices.
  await server.brokers.iqoption.stop();
  const banner = page.getByTestId('connection-banner');
  await advanceClockUntil(server, (soon) =>
    expect(banner.getByText('No llegan los precios de IQ Option')).toBeVisible(soon),
  );
  await banner.getByRole('link', { name: 'Elegir fuente' }).click();
  await advanceClockUntil(server, (soon) => expect(choices(page).getByText('Ahora no llegan')).toBeVisible(soon));
  await choices(page).getByRole('radio', { name: 'Mercado simulado' }).check();
  await advanceClockUntil(server, (soon) => expect(choices(page).getByText('Llegan en vivo')).toBeVisible(soon));
  await advanceClockUntil(server, (soon) => expect(banner).toHaveCount(0, soon));
  await server.brokers.iqoption.restart();
  await go(page, 'Inicio');
  await expectPricesOf(page, server, 'Simulado');
  // The browser logs 404 for requests between the choice of the source and the arrival of its prices.
  browserFaults.expect(/status of 40[34]/);
});

test('another tab applies a change of the price source at once, and results from the previous source are marked', async ({
  page,
  server,
  people,
  browserFaults,
}) => {
  test.setTimeout(120_000);
  const person = await people.confirmed('Sara');
  await openWithSession(page, person, '/connections');
  await connectIqOption(page, server);
  await go(page, 'Inicio');
  await expectPricesOf(page, server, 'Simulado');
  await page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ }).click();
  const active = page.getByRole('table', { name: 'Activas' });
  await advanceClockUntil(server, (soon) => expect(active.getByText(/Ganando|Perdiendo|Empate/)).toBeVisible(soon));

  const otherTab = await page.context().newPage();
  browserFaults.watch(otherTab);
  await otherTab.goto('/settings#grafico');
  await choices(otherTab).getByRole('radio', { name: 'IQ Option' }).check();
  await waitForBrokerPrices(otherTab, server, people, person, 'iqoption');
  await advanceClockUntil(server, (soon) =>
    expect(active.getByText('Con precios del mercado simulado')).toBeVisible(soon),
  );
  await expectPricesOf(page, server, 'IQ Option');
  await page.goto('/strategies/pcr');
  await expect(
    page.getByText('Trabaja con los precios del mercado simulado; tú ves los de IQ Option.').first(),
  ).toBeVisible();
  // The browser logs 404 for requests between the choice of the source and the arrival of its prices.
  browserFaults.expect(/status of 40[34]/);
});
