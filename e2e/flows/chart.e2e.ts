import type { CDPSession, Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { DrivenServer } from '../support/driven-server.ts';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

type Place = readonly [acrossShare: number, downShare: number];
type Point = { readonly x: number; readonly y: number };

/** Options with a long timeout for the first candles on a busy machine. */
const SLOW = { timeout: 30_000 } as const;

const chartOf = (page: Page): Locator => page.getByRole('figure', { name: /^Gráfico de EURUSD/ });
const drawn = (page: Page, name: RegExp): Locator => chartOf(page).getByRole('button', { name, exact: true });
const LINE = /^Línea de tendencia de/;
const LEVEL = /^Línea horizontal en/;
const BOX = /^Rectángulo de/;

async function openChart(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await expect(chartOf(page).getByRole('group', { name: 'Dibujos del gráfico' })).toBeAttached(SLOW);
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await ready(page);
}

/**
 * Returns the page coordinates of a point on the chart. The point is given as fractions of the chart's width and
 * height.
 */
async function pointAt(page: Page, [across, down]: Place): Promise<Point> {
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart is not there');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

async function pull(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

const saved = (page: Page, method: 'PUT' | 'DELETE' = 'PUT') =>
  page.waitForResponse((answer) => answer.url().includes('/api/v1/drawings/') && answer.request().method() === method);

const nameOf = async (drawing: Locator): Promise<string> => (await drawing.getAttribute('aria-label')) ?? '';

/** Draws a trend line with the mouse, and returns its name. */
async function drawLine(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Herramientas de dibujo' }).click();
  await page.getByRole('button', { name: 'Línea de tendencia', exact: true }).click();
  await pull(page, await pointAt(page, [0.3, 0.7]), await pointAt(page, [0.6, 0.4]));
  await expect(drawn(page, LINE)).toBeFocused();
  return nameOf(drawn(page, LINE));
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a line drawn with the mouse survives a reload and a change of timeframe, and can be moved and deleted', async ({
  page,
}) => {
  await openChart(page);
  const answer = saved(page);
  const name = await drawLine(page);
  expect((await answer).status()).toBe(200);

  await reload(page);
  await expect(drawn(page, LINE)).toHaveAccessibleName(name);
  await page.getByRole('button', { name: '15m', exact: true }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/velas de 15m/);
  await expect(drawn(page, LINE)).toHaveAccessibleName(name);

  await page.getByRole('button', { name: '5m', exact: true }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/velas de 5m/);
  await drawn(page, LINE).focus();
  const end = await middleOf(chartOf(page).getByRole('button', { name: /^Punto 2 de/ }));
  const moved = saved(page);
  await pull(page, end, { x: end.x + 20, y: end.y + 30 });
  expect((await moved).status()).toBe(200);
  const pulled = await nameOf(drawn(page, LINE));
  expect(pulled).not.toBe(name);
  // Only the dragged end of the line has moved. The other end has its previous time and price.
  expect(pulled.split(' a ')[0]).toBe(name.split(' a ')[0]);

  const removed = saved(page, 'DELETE');
  await drawn(page, LINE).focus();
  await page.keyboard.press('Delete');
  await expect(drawn(page, LINE)).toHaveCount(0);
  expect((await removed).status()).toBe(200);
  await reload(page);
  // The tools are closed after a reload.
  await expect(page.getByRole('toolbar', { name: 'Dibujar en el gráfico' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Herramientas de dibujo' }).click();
  await expect(page.getByRole('button', { name: '0 dibujos' })).toBeVisible();
  await expect(drawn(page, LINE)).toHaveCount(0);
});

test('a price level can be drawn, moved, listed and removed by keyboard, and its arrow keys place no order', async ({
  page,
  server,
}) => {
  await openChart(page);
  const armed = page.getByRole('switch', { name: /[Aa]tajos/ });
  const call = page.getByLabel('Nueva operación').getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await armed.press('Space');
  await expect(armed).toBeChecked();

  await page.getByRole('button', { name: 'Herramientas de dibujo' }).press('Enter');
  const answer = saved(page);
  await page.getByRole('button', { name: 'Línea horizontal', exact: true }).press('Enter');
  await answer;
  await expect(drawn(page, LEVEL)).toBeFocused();
  const name = await nameOf(drawn(page, LEVEL));
  const moved = saved(page);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowUp');
  await moved;
  await expect(drawn(page, LEVEL)).not.toHaveAccessibleName(name);
  await server.run(2_000);
  await expect(page.getByRole('banner').getByText('$10,000.00')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(drawn(page, LEVEL)).not.toBeFocused();
  await page.getByRole('button', { name: '1 dibujo', exact: true }).press('Enter');
  const list = page.getByRole('dialog', { name: 'Dibujos de este activo' });
  await list.getByRole('button', { name: LEVEL }).press('Enter');
  await expect(drawn(page, LEVEL)).toBeFocused();
  await page.getByRole('button', { name: '1 dibujo', exact: true }).press('Enter');
  await list.getByRole('button', { name: /^Eliminar Línea horizontal/ }).press('Enter');
  await expect(drawn(page, LEVEL)).toHaveCount(0);
});

test('a drawing that cannot be saved is reported, stays on the chart after a reload, and is saved later', async ({
  page,
  browserFaults,
}) => {
  browserFaults.expect(/Failed to load resource/);
  await openChart(page);
  await page.route('**/api/v1/drawings/*', (route) => route.abort('connectionfailed'));
  const name = await drawLine(page);
  const note = page.getByRole('status').filter({ hasText: 'no se guardó; queda en este navegador' });
  await expect(note).toBeVisible();
  await reload(page);
  await expect(drawn(page, LINE)).toHaveAccessibleName(name);
  await expect(note).toBeVisible();
  await page.unroute('**/api/v1/drawings/*');
  const answer = saved(page);
  await note.getByRole('button', { name: 'Reintentar' }).click();
  expect((await answer).status()).toBe(200);
  await expect(note).toHaveCount(0);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('chart_drawings')) localStorage.removeItem(key);
  });
  await reload(page);
  await expect(drawn(page, LINE)).toHaveAccessibleName(name);
});

test('a line drawn in one browser appears in another browser at the same times and prices, and follows later changes', async ({
  page,
  people,
  anotherBrowser,
}) => {
  // The timeout is long, because two browsers run on one machine.
  test.setTimeout(120_000);
  const person = await people.confirmed('Dora');
  await openWithSession(page, person);
  await ready(page);
  const answer = saved(page);
  const name = await drawLine(page);
  await answer;

  const laptop = await anotherBrowser();
  await openWithSession(laptop, { session: await people.signIn(person.email) });
  await ready(laptop);
  await expect(drawn(laptop, LINE)).toHaveAccessibleName(name);
  await laptop.getByRole('button', { name: '15m', exact: true }).click();
  await expect(chartOf(laptop)).toHaveAccessibleName(/velas de 15m/);
  await expect(drawn(laptop, LINE)).toHaveAccessibleName(name);

  const moved = saved(page);
  await drawn(page, LINE).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await moved;
  const elsewhere = await nameOf(drawn(page, LINE));
  expect(elsewhere).not.toBe(name);
  await reload(laptop);
  await expect(drawn(laptop, LINE)).toHaveAccessibleName(elsewhere);
});

test('the chosen indicators and layers are unchanged after a reload', { tag: '@gate' }, async ({ page }) => {
  await openChart(page);
  const menu = page.getByRole('button', { name: 'Indicadores y capas' });
  const period = page.getByRole('spinbutton', { name: 'Período de RSI' });
  await menu.click();
  await page.getByRole('switch', { name: 'RSI', exact: true }).click();
  await page.getByRole('button', { name: 'Ajustar RSI' }).click();
  await period.fill('21');
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('switch', { name: 'Bandas de Bollinger' }).click();
  await page.getByRole('tab', { name: 'Capas' }).click();
  await page.getByRole('switch', { name: 'Zonas PCR' }).click();
  await page.keyboard.press('Escape');
  await reload(page);
  await expect(chartOf(page).getByText('RSI 21', { exact: true })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('switch', { name: 'Bandas de Bollinger' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'MACD' })).not.toBeChecked();
  await page.getByRole('tab', { name: 'Capas' }).click();
  await expect(page.getByRole('switch', { name: 'Zonas PCR' })).not.toBeChecked();
  await page.getByRole('tab', { name: 'Indicadores' }).click();
  await page.getByRole('button', { name: 'Ajustar RSI' }).click();
  await expect(period).toHaveValue('21');
  await period.fill('0');
  await expect(period).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Tab');
  await expect(period).toHaveValue('21');
});

/** A test with twelve hours of minutes, more than the first page of candles has. */
const longTest = test.extend<object, { readonly server: DrivenServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from its first parameter
    async ({}, use) => {
      const server = await DrivenServer.start({}, { historyDays: 0.5 });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

longTest('scrolling back loads older candles, and one button returns to the current price', async ({ page }) => {
  await openChart(page);
  await page.getByRole('button', { name: '1m', exact: true }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/velas de 1m/);
  const older = page.waitForRequest((request) => /candles\?.*before=/.test(request.url()));
  const [left, right] = [await pointAt(page, [0.1, 0.5]), await pointAt(page, [0.8, 0.5])];
  for (let turn = 0; turn < 12; turn += 1) await pull(page, left, right);
  await older;
  const back = page.getByRole('button', { name: 'Volver al precio actual' });
  await back.click();
  await expect(back).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /**
   * Simulates touches through the DevTools protocol, one path for each finger. The fingers touch the screen one after
   * another and then move together.
   */
  async function touch(cdp: CDPSession, paths: readonly (readonly Point[])[]): Promise<void> {
    const at = (step: number) =>
      paths.flatMap((path, id) => {
        const point = path[step];
        return point ? [{ x: point.x, y: point.y, id }] : [];
      });
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    for (let fingers = 1; fingers <= paths.length; fingers += 1) await send('touchStart', at(0).slice(0, fingers));
    for (let step = 1; step < (paths[0]?.length ?? 0); step += 1) await send('touchMove', at(step));
    await send('touchEnd', []);
  }
  /** Returns the points of a straight movement in small steps. */
  const way = (from: Point, to: Point): Point[] =>
    Array.from({ length: 9 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / 8,
      y: from.y + ((to.y - from.y) * step) / 8,
    }));

  test('one finger draws lines and pans the chart, two fingers zoom, and a long press shows the crosshair', async ({
    page,
  }) => {
    await openChart(page);
    const cdp = await page.context().newCDPSession(page);
    await page.getByRole('button', { name: 'Herramientas de dibujo' }).tap();
    await page.getByRole('button', { name: 'Rectángulo', exact: true }).tap();
    const answer = saved(page);
    await touch(cdp, [way(await pointAt(page, [0.35, 0.75]), await pointAt(page, [0.55, 0.55]))]);
    expect((await answer).status()).toBe(200);
    const box = async () => (await drawn(page, BOX).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const before = await box();
    const name = await nameOf(drawn(page, BOX));

    // Away from the handles of the drawing and of the expiry, which a finger would move.
    const middle = await pointAt(page, [0.45, 0.35]);
    const finger = (toward: 1 | -1) =>
      way({ ...middle, x: middle.x + toward * 20 }, { ...middle, x: middle.x + toward * 30 });
    await touch(cdp, [finger(-1), finger(1)]);
    await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width * 1.1);
    await expect(drawn(page, BOX)).toHaveAccessibleName(name);

    const pinched = await box();
    await touch(cdp, [way(await pointAt(page, [0.5, 0.35]), await pointAt(page, [0.62, 0.35]))]);
    // After the finger is lifted, the chart may continue to scroll until the drawing is out of view.
    await expect.poll(async () => Math.abs((await box()).x - pinched.x)).toBeGreaterThan(20);

    /** Returns the number of painted pixels on the canvas of the crosshair. */
    const crosshair = () =>
      chartOf(page)
        .locator('canvas')
        .nth(1)
        .evaluate((canvas: HTMLCanvasElement) => {
          const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          return image.filter((value, index) => index % 4 === 3 && value > 0).length;
        });
    expect(await crosshair()).toBe(0);
    const held = await pointAt(page, [0.2, 0.85]);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [held] });
    await expect.poll(crosshair).toBeGreaterThan(50);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // A tap at another place removes the crosshair.
    await page.touchscreen.tap(held.x + 80, held.y);
    await expect.poll(crosshair).toBe(0);
  });

  test('swiping up over the chart scrolls the page', async ({ page }) => {
    await openChart(page);
    const cdp = await page.context().newCDPSession(page);
    const top = async () => (await chartOf(page).boundingBox())?.y ?? 0;
    const start = await top();
    await touch(cdp, [way(await pointAt(page, [0.2, 0.8]), await pointAt(page, [0.2, 0.3]))]);
    await expect.poll(top).toBeLessThan(start - 50);
  });
});
