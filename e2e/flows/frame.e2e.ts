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

  test('has a bar below on a phone, which leads to five places and covers neither the order buttons nor a list', async ({
    page,
  }) => {
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('navigation', { name: 'Secciones' });
    const current = bar.locator('[aria-current]');
    await expect(current).toHaveText(['Operar']);
    const dock = page.getByRole('region', { name: 'Nueva operación' });
    const bottomOf = async (part: typeof bar) => {
      const box = await part.boundingBox();
      return box === null ? null : { top: Math.round(box.y), bottom: Math.round(box.y + box.height) };
    };
    await expect.poll(async () => (await bottomOf(bar))?.bottom).toBe(844);
    await expect.poll(async () => (await bottomOf(dock))?.bottom).toBe((await bottomOf(bar))?.top);
    for (const [name, tab] of [
      ['Historial', 'historial'],
      ['Señales', 'senales'],
    ] as const) {
      await bar.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard\\?ver=${tab}#actividad$`));
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
      await expect(current).toHaveText([name]);
    }
    await page.getByRole('tab', { name: 'Activas' }).click();
    await expect(current).toHaveText(['Operar']);
    await bar.getByRole('link', { name: 'Setups' }).click();
    await expect(page).toHaveURL(/\/strategies\/pcr$/);
    await expect(current).toHaveText(['Setups']);
    await bar.getByRole('button', { name: 'Más' }).click();
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Calculadora' }).click();
    await expect(page).toHaveURL(/\/calculator$/);
    await expect(current).toHaveText(['Más']);
  });

  test('opens a tab of the lists from its address, in view, also after a reload', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard?ver=historial#actividad');
    for (const repeat of [false, true]) {
      if (repeat) await page.reload();
      await expect(page.getByRole('tab', { name: 'Historial' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tab', { name: 'Historial' })).toBeInViewport({ ratio: 1 });
    }
  });

  test('hides the bar below while the on-screen keyboard of a phone covers the page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/profile');
    const bar = page.getByRole('navigation', { name: 'Secciones' });
    await expect(bar).toBeVisible();
    await page.goto('/calculator');
    await page.getByRole('textbox').first().focus();
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(bar).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(bar).toBeVisible();
  });

  for (const width of [390, 1440])
    test(`lists the assets with curve, change and payout, and keeps favourites over the chart at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('button', { name: /^Activo: EURUSD/ }).click();
      const picker = page.getByRole('dialog', { name: 'Buscar activo' });
      const row = picker.getByRole('option', { name: /USDJPY/ });
      await expect(row.getByText('Dólar estadounidense / Yen japonés')).toBeVisible();
      await expect(row).toContainText(/[+−]\d+\.\d\d %/);
      await expect(row.locator('polyline')).toBeVisible();
      await row.locator('[data-star-of=USDJPY]').click();
      await picker.getByPlaceholder('Buscar activo').fill('usdjpy');
      await page.keyboard.press('Enter');
      await expect(picker).toBeHidden();
      const chips = page.getByRole('group', { name: 'Activos favoritos' });
      await expect(chips.getByRole('button', { name: 'USDJPY', pressed: true })).toBeVisible();
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
