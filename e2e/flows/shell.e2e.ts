import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { waitForServiceWorker } from '../support/service-worker.ts';
import { expect, test } from '../support/test.ts';

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Paleta de órdenes' });

test('the command palette opens every screen by keyboard alone', async ({ page }) => {
  await enterDemo(page);
  const symbol = page.getByRole('button', { name: /EURUSD/ }).first();
  await expect(symbol).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.type('configuracion');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tema claro');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gbpusd');
  await expect(palette(page).getByRole('option', { name: /GBPUSD/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: /GBPUSD/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('the notification of a result is in the list of every tab, opens its trade, and is read in every tab', async ({
  page,
  context,
  server,
}) => {
  await enterDemo(page);
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  const call = page.getByRole('button', { name: /^CALL/ }).first();
  // The server's clock advances in small steps. If it were far ahead of the page's clock, the order would arrive too
  // late.
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  // A built-in setup may also publish a signal, so the test waits only for the result of the trade.
  const result = page.getByText(/^(Ganada|Perdida|Empate): EURUSD CALL/).first();
  await server.runUntil(() => result.isVisible(), 120_000);
  const other = await context.newPage();
  await other.goto('/dashboard');
  const otherBell = other.getByRole('button', { name: /^Avisos/ }).first();
  await expect(otherBell).toHaveAccessibleName(/sin leer$/);
  await page.reload();
  const bell = page.getByRole('button', { name: /^Avisos/ }).first();
  await expect(bell).toHaveAccessibleName(/sin leer$/);
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Avisos' });
  expect(await seriousFaults(page)).toEqual([]);
  await list.getByRole('button', { name: /EURUSD CALL/ }).click();
  await expect(page.getByRole('dialog', { name: /EURUSD/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(otherBell).not.toHaveAccessibleName(/sin leer$/);
  await bell.click();
  await expect(list.getByRole('button', { name: /EURUSD CALL/ })).not.toHaveAccessibleName(/Sin leer$/);
});

test('the notification settings are unchanged after a reload', async ({ page }) => {
  await enterDemo(page);
  await page.goto('/settings#avisos');
  const sound = page.getByRole('switch', { name: 'Operación terminada: Sonido' });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await page.getByRole('button', { name: 'Alto', exact: true }).click();
  await page.reload();
  await expect(sound).toBeChecked();
  await expect(page.getByRole('button', { name: 'Alto', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('switch', { name: 'Señal nueva: Sonido' })).not.toBeChecked();
});

test('the screen shows a text when the network is lost, and another when it returns', async ({
  page,
  context,
  browserFaults,
}) => {
  browserFaults.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|WebSocket|Failed to fetch/);
  await enterDemo(page);
  // The browser must load the code of the screen before the network is switched off.
  await expect(page.getByRole('button', { name: /EURUSD/ }).first()).toBeVisible();
  await context.setOffline(true);
  const banner = page.getByTestId('connection-banner');
  await expect(banner.getByText('Sin internet')).toBeVisible();
  await context.setOffline(false);
  await expect(banner.getByText('Sin internet')).toBeHidden();
});

test.describe('the app with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('opens without a network, and caches no response of the API', async ({ page, context, browserFaults }) => {
    browserFaults.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED|WebSocket|Failed to fetch|status of/);
    await enterDemo(page);
    await waitForServiceWorker(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => /^\/(?:api|auth|rest|config)/.test(path))).toEqual([]);
    await context.setOffline(true);
    await page.goto('/calculator');
    await expect(page.getByText('Tu sesión sigue abierta.', { exact: false })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Calculadora' })).toBeVisible();
  });

  test('can be installed by a browser', async ({ page, request }) => {
    await page.goto('/');
    const manifest = await request.get('/manifest.webmanifest');
    expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons, start_url: start, display } = await manifest.json();
    expect([start, display]).toEqual(['/dashboard', 'standalone']);
    for (const { src, type } of icons) {
      const icon = await request.get(src);
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
    }
    const worker = await request.get('/sw.js');
    expect([worker.status(), worker.headers()['cache-control']]).toEqual([200, 'no-cache']);
  });
});
