import type { Locator, Page } from '@playwright/test';
import { enterAs, type Person } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';
import { type Order, tradeAndSettle } from '../support/trades.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOSTILE = '<img src=x onerror="document.title=1"> entré por impaciencia';
const ORDERS: readonly Order[] = Array.from({ length: 6 }, (_, index) => ({
  asset_symbol: 'EURUSD',
  option_type: index % 2 === 0 ? 'CALL' : 'PUT',
  amount: 10,
}));

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const question = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Preguntas frecuentes' }).getByRole('button', { name });
const openers = (page: Page) => page.getByRole('button', { name: /: ver detalle$/ });

/** Returns the number of trades in the name of a question or of a day. */
async function countOf(button: Locator): Promise<number> {
  const [, count] = /(\d+) operaci/.exec((await button.getAttribute('aria-label')) ?? '') ?? [];
  return Number(count);
}

/** Returns the button of the only day of the calendar with trades. */
const dayWithTrades = (calendar: Locator) => calendar.getByRole('button', { name: /^\d+ \S+ \d{4}: [1-9]\d* operaci/ });

for (const size of WIDTHS) {
  test.describe(`the journal of trades at ${size.width} pixels`, () => {
    let person: Person;
    test.beforeEach(async ({ page, people, server }) => {
      test.setTimeout(240_000);
      // All tests of this group share one user. Their trades ended yesterday.
      if (person === undefined) {
        person = await people.confirmed('Julia');
        await tradeAndSettle(server, people, person, ORDERS);
        await server.leap(DAY_MS);
        person = { ...person, session: await people.signIn(person.email) };
      }
      await page.setViewportSize(size);
      await page.clock.setSystemTime(server.nowMs);
      await enterAs(page, person);
    });

    test('yesterday’s losses are two taps from the dashboard', async ({ page, people }) => {
      const { data } = await people
        .client(person.session.access_token)
        .call('GET /api/v1/trading/history', { query: { result: 'lost' } });
      // The first tap opens the history, the second one asks the question.
      await page.getByRole('tab', { name: /Historial/ }).click();
      const losses = question(page, /^Perdidas de ayer: /);
      expect(await countOf(losses)).toBe(data.length);
      await losses.click();
      await expect(openers(page)).toHaveCount(data.length);
      await expect(question(page, /^Ayer: /)).toHaveAttribute('aria-pressed', 'true');
      expect(await countOf(question(page, /^Ayer: /))).toBe(data.length);
      await losses.click();
      await expect(openers(page)).toHaveCount(ORDERS.length);
      await expect(question(page, /^Hoy: 0 /)).toBeVisible();
      expect(await seriousFaults(page, '[role=tabpanel]')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    });

    test('a note and a tag survive a reload, and the tag filters the history', async ({ page }) => {
      await page.getByRole('tab', { name: /Historial/ }).click();
      await openers(page).first().click();
      const detail = page.getByRole('dialog', { name: /^EURUSD / });
      await detail.getByLabel('Qué pensaste y qué aprendes').fill(HOSTILE);
      await detail.getByLabel('Nueva etiqueta').fill('Prisa');
      await detail.getByRole('button', { name: 'Agregar', exact: true }).click();
      await detail.getByRole('button', { name: 'Guardar' }).click();
      await expect(detail.getByText('Guardada')).toBeVisible();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await page.reload();
      await page.getByRole('tab', { name: /Historial/ }).click();
      await openers(page).first().click();
      await expect(detail.getByLabel('Qué pensaste y qué aprendes')).toHaveValue(HOSTILE);
      await expect(detail.getByRole('button', { name: 'Quitar la etiqueta prisa' })).toBeVisible();
      await page.keyboard.press('Escape');
      if (size.width === 390) await page.getByRole('button', { name: 'Filtros' }).click();
      await page.getByLabel('Etiqueta', { exact: true }).selectOption('prisa');
      if (size.width === 390) await page.getByRole('button', { name: 'Ver operaciones' }).click();
      await expect(openers(page)).toHaveCount(1);
      expect(await page.title()).not.toBe('1');
    });

    test('a trade shows its candles with entry and exit, and plays them', async ({ page }) => {
      await page.getByRole('tab', { name: /Historial/ }).click();
      await openers(page).first().click();
      const candles = page.getByRole('figure', { name: 'Velas de EURUSD alrededor de la operación' });
      await expect(candles.getByText(/^Entrada \d/)).toBeVisible();
      await expect(candles.getByText(/^Salida \d/)).toBeVisible();
      await candles.getByRole('button', { name: 'Verla pasar' }).click();
      await expect(candles.getByText(/^Salida \d/)).toHaveCount(0);
      await candles.getByRole('button', { name: 'Ver todo' }).click();
      await expect(candles.getByText(/^Salida \d/)).toBeVisible();
    });

    test('a day of the calendar filters the history to its trades', async ({ page }) => {
      await page.getByRole('tab', { name: /Historial/ }).click();
      await page.getByRole('button', { name: 'Calendario' }).click();
      const calendar = page.getByRole('dialog', { name: 'Calendario de resultados' });
      await expect(calendar.getByRole('table')).toBeVisible();
      // Yesterday may be in the month before.
      if ((await dayWithTrades(calendar).count()) === 0)
        await calendar.getByRole('button', { name: 'Mes anterior' }).click();
      const day = dayWithTrades(calendar);
      await expect(day).toHaveCount(1);
      await expect(day).toHaveAccessibleName(/ganancia|pérdida/);
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      const { height = 0, width = 0 } = (await day.boundingBox()) ?? {};
      expect([height >= 44, width >= 40]).toEqual([true, true]);
      expect(await countOf(day)).toBe(ORDERS.length);
      await day.click();
      await expect(calendar).toHaveCount(0);
      await expect(openers(page)).toHaveCount(ORDERS.length);
      await expect(question(page, /^Ayer: /)).toHaveAttribute('aria-pressed', 'false');
    });

    test('the figures above the list are one line on a phone', async ({ page }) => {
      await page.getByRole('tab', { name: /Historial/ }).click();
      await expect(openers(page).first()).toBeVisible();
      const figures = page.getByRole('region', { name: 'Rendimiento de lo filtrado' });
      if (size.width === 390) {
        await expect(figures).toHaveCount(0);
        await page.getByRole('button', { name: new RegExp(`^${ORDERS.length} operaciones · .+ Ver cifras$`) }).click();
      }
      await expect(figures).toBeVisible();
    });
  });
}
