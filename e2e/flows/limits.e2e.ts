import type { Page } from '@playwright/test';
import { VigiaError } from '@vigia/client';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession, type People, type Session } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;

const Made = z.object({ data: z.object({ token: z.string() }) });

/** Creates a bot token with the scope `trade` for the user. */
async function botToken(people: People, session: Session): Promise<string> {
  const body = { name: 'Robot', scopes: ['read', 'trade'], expires_in_days: 30 };
  return Made.parse(await people.api('/api/v1/account/bot-tokens', session, body)).data.token;
}

/** Sends an order with a bot token. Returns the refusal; null if the server accepts the order. */
async function botOrder(people: People, token: string) {
  const body = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;
  try {
    await people.client(token).call('POST /api/v1/trading/create-option', { body });
    return null;
  } catch (error) {
    if (!(error instanceof VigiaError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const limitsOf = (page: Page) => page.locator('#limites');
const field = (page: Page, name: string) => limitsOf(page).getByRole('textbox', { name });
const DAILY_LOSS = 'Pérdida máxima por día';

async function limitDailyLoss(page: Page, amount: string): Promise<void> {
  await limitsOf(page)
    .getByRole('switch', { name: `Limitar: ${DAILY_LOSS}` })
    .click();
  await field(page, DAILY_LOSS).fill(amount);
  await limitsOf(page).getByRole('button', { name: 'Guardar límites' }).click();
  await expect(limitsOf(page).getByText(`Ya rige: ${DAILY_LOSS}, $${amount}.00.`)).toBeVisible();
}

test('the order form refuses an order that could exceed the daily loss limit, and shows when the limit resets', {
  tag: '@gate',
}, async ({ page, server, people, browserFaults }) => {
  await openWithSession(page, await people.confirmed('Lina'), '/settings');
  await limitDailyLoss(page, '15');
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Inicio' }).click();
  const ticket = page.getByLabel('Nueva operación');
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await expect(call).toBeVisible();
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(2);
  // A second click directly after the first one would count as a double click.
  await page.clock.fastForward(1_000);
  await server.run(1_000);
  await call.click();
  await expect(ticket.getByRole('alert')).toContainText(
    'Esta operación podría pasar tu límite de pérdida diaria de $15.00. Se reinicia mañana a las 00:00.',
  );
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Configuración' }).click();
  await expect(limitsOf(page).getByText(/^Hoy: 1 operación · .*\$15\.00 · se reinicia a las 00:00$/)).toBeVisible();
  await expect(limitsOf(page).getByText('En juego en operaciones abiertas: $10.00.')).toBeVisible();
  browserFaults.expect(/status of 409/);
});

test('a raised limit asks for confirmation, shows when it starts, survives a reload and can be cancelled', async ({
  page,
  people,
}) => {
  await openWithSession(page, await people.confirmed('Lina'), '/settings');
  await limitDailyLoss(page, '15');
  await field(page, DAILY_LOSS).fill('100');
  await limitsOf(page).getByRole('button', { name: 'Guardar límites' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Aflojar tus límites?' });
  await expect(dialog.getByText('$15.00 → $100.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Aflojar en 24 horas' }).click();
  await expect(
    limitsOf(page).getByText(/^Desde mañana a las \d\d:\d\d: Pérdida máxima por día, \$100\.00\.$/),
  ).toBeVisible();
  await page.reload();
  const waits = limitsOf(page).getByText(/^\$100\.00 desde mañana a las \d\d:\d\d\./);
  await expect(waits).toBeVisible();
  await expect(field(page, DAILY_LOSS)).toHaveValue('15');
  await limitsOf(page)
    .getByRole('button', { name: `Cancelar cambio: ${DAILY_LOSS}` })
    .click();
  await expect(waits).toHaveCount(0);
  await page.reload();
  await expect(field(page, DAILY_LOSS)).toHaveValue('15');
  await expect(waits).toHaveCount(0);
});

test('the profile shows the same maximum number of open trades as the settings', async ({ page, people }) => {
  await openWithSession(page, await people.confirmed('Lina'), '/profile');
  await page.getByLabel('Operaciones activas a la vez, como máximo').fill('7');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText(/^Sube a 7 mañana a las \d\d:\d\d\.$/)).toBeVisible();
  await page.goto('/settings');
  await expect(limitsOf(page).getByText(/^7 a la vez desde mañana a las \d\d:\d\d\./)).toBeVisible();
  await expect(field(page, 'Operaciones activas a la vez')).toHaveValue('3');
});

test('one key press stops all automatic trading, and only a confirmed action resumes it', { tag: '@gate' }, async ({
  page,
  server,
  people,
  anotherBrowser,
}) => {
  const person = await people.confirmed('Lina');
  const token = await botToken(people, person.session);
  const phone = await anotherBrowser();
  await phone.setViewportSize({ width: 390, height: 844 });
  await openWithSession(phone, { session: await people.signIn(person.email) }, '/calculator');
  await openWithSession(page, person, '/dashboard');
  await server.run(3_000);
  expect(await botOrder(people, token)).toBeNull();

  const stop = page.getByRole('button', { name: 'Detener todo' });
  await stop.focus();
  await page.keyboard.press('Enter');
  const resume = page.getByRole('button', { name: 'Todo detenido. Reanudar' });
  await expect(resume).toBeVisible();
  expect(await botOrder(people, token)).toMatchObject({ code: 'kill_switch' });
  await expect(page.getByRole('table', { name: 'Activas' }).getByRole('row')).toHaveCount(2);
  await server.run(1_000);
  await expect(phone.getByRole('button', { name: 'Todo detenido. Reanudar' })).toBeVisible();

  await page.reload();
  await resume.click();
  await page.getByRole('dialog', { name: '¿Reanudar todo?' }).getByRole('button', { name: 'Cancelar' }).click();
  expect(await botOrder(people, token)).toMatchObject({ code: 'kill_switch' });
  await resume.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reanudar' }).click();
  await expect(stop).toBeVisible();
  expect(await botOrder(people, token)).toBeNull();
});

test('after an hour of automatic trading, a dialog shows the time and the result, and stays until the user answers', async ({
  page,
  server,
  people,
}) => {
  test.setTimeout(180_000);
  const person = await people.confirmed('Lina');
  const token = await botToken(people, person.session);
  await server.run(3_000);
  for (let placed = 0; placed < 3; placed += 1) {
    expect(await botOrder(people, token)).toBeNull();
    await server.leap(20 * MINUTE_MS);
    await server.run(3_000);
  }
  expect(await botOrder(people, token)).toBeNull();
  await server.run(2_000);
  await page.clock.setSystemTime(server.nowMs);
  await openWithSession(page, { session: await people.signIn(person.email) });
  const check = page.getByRole('dialog', { name: 'Control de realidad' });
  await expect(check).toContainText(
    /Llevas 1 h \d+ min operando en automático: 4 operaciones\.Simulado · USD: en este tramo (ganaste|perdiste) \$\d+/,
  );
  expect(await seriousFaults(page)).toEqual([]);
  await check.getByRole('button', { name: 'Dejar en la esquina' }).click();
  await page.getByRole('button', { name: /^Control de realidad: 1 h/ }).click();
  await check.getByRole('button', { name: 'Seguir' }).click();
  await expect(check).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Detener todo' })).toBeVisible();
  await expect(check).toHaveCount(0);
});
