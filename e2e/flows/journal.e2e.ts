import type { Locator, Page } from '@playwright/test';
import { openWithSession, type Person } from '../support/people.ts';
import { pictures } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';
import { type Order, tradeAndSettle } from '../support/trades.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
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

/**
 * Returns the time zone in which the next day begins soonest, and the time until then. A day of the server's clock
 * would take minutes.
 */
function nextMidnight(nowMs: number): { readonly zone: string; readonly leftMs: number } {
  const leftIn = (zone: string): number => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(nowMs);
    const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
    return DAY_MS - ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  };
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, leftMs: leftIn(zone) }));
  const [soonest = { zone: 'UTC', leftMs: DAY_MS }] = zones.toSorted((a, b) => a.leftMs - b.leftMs);
  return soonest;
}

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
    let zone = '';
    test.beforeEach(async ({ page, people, server }) => {
      test.setTimeout(240_000);
      // All tests of this group share one user. Their trades ended yesterday.
      if (person === undefined) {
        person = await people.confirmed('Julia');
        await tradeAndSettle(server, people, person, ORDERS);
        const soonest = nextMidnight(server.nowMs);
        zone = soonest.zone;
        const api = people.client(person.session.access_token);
        await api.call('PUT /api/v1/account/preferences', { body: { time_zone: zone } });
        await server.leap(soonest.leftMs + MINUTE_MS);
      }
      await page.setViewportSize(size);
      await page.clock.setSystemTime(server.nowMs);
      // A browser that learns the zone of the account late mounts the screen again, which would undo the first tap.
      await page.addInitScript((known) => localStorage.setItem('time_zone', known), zone);
      await openWithSession(page, person);
    });

    test('yesterday’s losses are two taps from the dashboard', async ({ page, people }, info) => {
      const { data } = await people
        .client(person.session.access_token)
        .call('GET /api/v1/trading/history', { query: { result: 'lost' } });
      // The first tap opens the history, the second one asks the question.
      await page.getByRole('tab', { name: /Historial/ }).click();
      const losses = question(page, /^Perdidas de ayer: /);
      await expect.poll(() => countOf(losses)).toBe(data.length);
      await losses.click();
      await expect(openers(page)).toHaveCount(data.length);
      await expect(question(page, /^Ayer: /)).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => countOf(question(page, /^Ayer: /))).toBe(data.length);
      await losses.click();
      await expect(openers(page)).toHaveCount(ORDERS.length);
      await expect(question(page, /^Hoy: 0 /)).toBeVisible();
      await question(page, /^Ayer: /).scrollIntoViewIfNeeded();
      await pictures(page, info, 'history');
      expect(await seriousFaults(page, '[role=tabpanel]')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    });

    test('a note and a tag survive a reload, and the tag filters the history', async ({ page }, info) => {
      await page.getByRole('tab', { name: /Historial/ }).click();
      await openers(page).first().click();
      const detail = page.getByRole('dialog', { name: /^EURUSD / });
      await detail.getByLabel('Qué pensaste y qué aprendes').fill(HOSTILE);
      await detail.getByLabel('Nueva etiqueta').fill('Prisa');
      await detail.getByRole('button', { name: 'Agregar', exact: true }).click();
      await detail.getByRole('button', { name: 'Guardar' }).click();
      await expect(detail.getByText('Guardada')).toBeVisible();
      await pictures(page, info, 'trade');
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

    test('a day of the calendar filters the history to its trades', async ({ page }, info) => {
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
      await pictures(page, info, 'calendar');
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
