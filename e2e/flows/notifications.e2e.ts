import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { openWithSession } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const bellOf = (page: Page) => page.getByRole('button', { name: /^Avisos/ }).first();

test('a notification is unread on a second device until it was on the screen of the first, also on a phone', async ({
  page,
  browser,
  server,
  people,
}) => {
  const ana = await people.confirmed('Ana');
  await openWithSession(page, ana);
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  const call = page.getByRole('button', { name: /^CALL/ }).first();
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  const result = page.getByText(/^(Ganada|Perdida|Empate): EURUSD CALL/).first();
  await server.runUntil(() => result.isVisible(), 120_000);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const second = await phone.newPage();
  await openWithSession(second, ana);
  await expect(bellOf(second)).toHaveAccessibleName(/sin leer$/);
  const list = second.getByRole('dialog', { name: 'Avisos' });
  // A row counts as read after it was on the screen for a moment. The list keeps its look until it closes.
  await expect(async () => {
    await bellOf(second).tap();
    await expect(list.getByRole('button', { name: /EURUSD CALL/ })).toBeInViewport();
    expect(await seriousFaults(second)).toEqual([]);
    expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await second.keyboard.press('Escape');
    await expect(bellOf(second)).not.toHaveAccessibleName(/sin leer$/, { timeout: 2_000 });
  }).toPass();
  await expect(bellOf(page)).not.toHaveAccessibleName(/sin leer$/);
  await phone.close();
});

test('the settings keep which notifications are mailed and when, at 390 px without scrolling sideways', async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWithSession(page, await people.confirmed('Luis'), '/settings#avisos');
  const mailed = page.getByRole('switch', { name: 'Entrada desde otro dispositivo: Correo' });
  await expect(mailed).toBeChecked();
  await page.getByRole('switch', { name: 'Operación terminada: Correo' }).click();
  await page.getByRole('switch', { name: 'Horas de silencio' }).click();
  const from = page.getByLabel('Desde', { exact: true });
  await from.fill('23:30');
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/settings') && response.request().method() === 'PUT',
  );
  await from.blur();
  await saved;
  await page.reload();
  await expect(page.getByLabel('Desde', { exact: true })).toHaveValue('23:30');
  await expect(page.getByRole('switch', { name: 'Operación terminada: Correo' })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await seriousFaults(page)).toEqual([]);
});
