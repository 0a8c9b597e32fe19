import { openWithSession, proveIdentity } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

test('an alert from outside becomes a signal and a trade, and its copy is refused with its reason', async ({
  page,
  people,
  browserFaults,
}, info) => {
  // The browser logs the refusal before the question for the password.
  browserFaults.expect(/status of 403/);
  await openWithSession(page, await people.confirmed('Olga'), '/strategies/binarias');
  await page.getByRole('button', { name: 'Nueva estrategia' }).first().click();
  const form = page.getByRole('dialog', { name: 'Nueva estrategia' });
  await form.getByLabel('Nombre').fill('TradingView');
  await form.getByRole('button', { name: 'Externa' }).click();
  await form.getByRole('switch', { name: 'Operar sola' }).click();
  await form.getByRole('button', { name: 'Crear estrategia' }).click();
  await page.getByRole('button', { name: 'Activar TradingView' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activar y operar sola' }).click();

  await page.getByRole('button', { name: 'Cómo llegan las señales de TradingView' }).click();
  const door = page.getByRole('dialog', { name: 'Entrada de señales de TradingView' });
  await door.getByRole('button', { name: 'Crear dirección' }).click();
  await proveIdentity(page);
  const address = (await door.locator('code').first().textContent()) ?? '';
  await door.getByRole('button', { name: 'Ya la guardé' }).click();
  const send = async () =>
    (await fetch(address, { method: 'POST', body: '{"direction":"buy","symbol":"FX:EURUSD"}' })).status;
  expect([await send(), await send()]).toEqual([202, 422]);
  await expect(door.getByText('Rechazado · Repetida')).toBeVisible();
  await expect(door.getByText('Señal', { exact: true })).toBeVisible();
  await door.getByLabel(/Pega un mensaje/).fill('{"direction":"sell","symbol":"GBPUSD"}');
  await expect(door.getByText('GBPUSD, que no es EURUSD')).toBeVisible();

  for (const theme of ['dark', 'light'] as const)
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.evaluate((chosen) => {
        document.documentElement.classList.toggle('dark', chosen === 'dark');
        document.documentElement.classList.toggle('light', chosen === 'light');
      }, theme);
      await info.attach(`door ${theme} ${size.width}`, { body: await page.screenshot(), contentType: 'image/png' });
    }
  await page.setViewportSize(SIZES[0]);
  await door.getByRole('button', { name: 'Cerrar' }).click();
  const card = page.getByRole('article', { name: 'TradingView' });
  await expect(card).toContainText('Señal externa');
  await card.getByRole('button', { name: 'Más acciones de TradingView' }).click();
  await page.getByRole('menuitem', { name: 'Ver sus señales' }).click();
  await expect(page.getByRole('dialog', { name: 'Señales de TradingView' })).toContainText('CALL');
});
