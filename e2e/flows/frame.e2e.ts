import { expect, test } from '../support/test.ts';

const LOCKED = [
  '/strategies/opciones',
  '/strategies/forex',
  '/strategies/futuros',
  '/backtesting/binarias',
  '/backtesting/opciones',
  '/backtesting/forex',
  '/backtesting/futuros',
  '/metrics',
];
const OPEN = [
  '/connections',
  '/strategies/binarias',
  '/strategies/pcr',
  '/strategies/pcr/debug',
  '/calculator',
  '/settings',
  '/profile',
  '/ayuda/veredictos',
];

test.describe('the app without a session', () => {
  test('sends every protected route to /login', { tag: '@gate' }, async ({ page }) => {
    for (const path of ['/dashboard', ...OPEN, ...LOCKED]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
    }
  });

  test('shows an unknown path exactly as the user typed it', async ({ page }) => {
    await page.goto('/no-such-place');
    await expect(page.getByText('404 - Page Not Found', { exact: true })).toBeVisible();
  });

  test('starts in the dark theme and keeps another theme that the user chooses', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.evaluate(() => localStorage.setItem('app_theme', 'light'));
    await page.reload();
    await expect(page.locator('html')).not.toHaveClass(/dark/);
  });
});

test.describe('the app with a session', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Probar demo' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('has one heading on every screen, and each locked screen says when it becomes available', async ({ page }) => {
    for (const path of ['/dashboard', ...OPEN]) {
      await page.goto(path);
      await expect(page.locator('h1')).toHaveCount(1);
    }
    for (const path of LOCKED) {
      await page.goto(path);
      await expect(page.getByText('Próximamente disponible', { exact: true })).toBeVisible();
      await expect(page.locator('h1')).toHaveCount(1);
    }
  });

  test('lists every screen in the menu, and locked entries do nothing when clicked', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Principal' });
    for (const name of ['Inicio', 'Conexiones', 'Binarias', 'Calculadora', 'Configuración']) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await expect(menu.getByText('🔒 Próximamente').first()).toBeVisible();
    await menu.getByText('Opciones').first().click({ force: true });
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('shows a menu that is 280 px wide, 70 px when collapsed, and an overlay on a phone', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Principal' });
    expect((await menu.boundingBox())?.width).toBe(280);
    await page.getByRole('button', { name: 'Menú' }).click();
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(70);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(menu).not.toBeInViewport();
    await page.getByRole('button', { name: 'Menú' }).click();
    await expect(menu).toBeInViewport();
    await menu.getByRole('link', { name: 'Calculadora' }).click();
    await expect(page).toHaveURL(/\/calculator$/);
    await expect(menu).not.toBeInViewport();
  });

  test('removes the session from the browser and goes to /login when the user signs out', async ({
    page,
    browserFaults,
  }) => {
    // The server refuses a request that is in transit when the session ends. The browser logs this as an error.
    browserFaults.expect(/status of 401/);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('button', { name: 'Salir de todos modos' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  });
});
