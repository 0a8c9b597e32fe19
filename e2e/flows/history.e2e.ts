import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { type CsvRow, exportHistory } from '../support/history-file.ts';
import { openWithSession, type Person } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';
import { type Order, tradeAndSettle } from '../support/trades.ts';

const COUNT = 24;
/**
 * Orders in both directions (CALL and PUT) on two assets with four amounts, so that every filter excludes some orders.
 */
const ORDERS: readonly Order[] = Array.from({ length: COUNT }, (_, index) => ({
  asset_symbol: index % 3 === 0 ? 'BTCUSD' : 'EURUSD',
  option_type: index % 2 === 0 ? 'CALL' : 'PUT',
  amount: 10 + (index % 4) * 2.5,
}));
const CALLS = COUNT / 2;

const MONEY = /[−+]?\$[\d,]+\.\d\d/;
const numberOf = (money: string): number => Number(money.replace('−', '-').replaceAll(/[$,+]/g, ''));

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const figures = (page: Page) => page.getByRole('region', { name: 'Rendimiento de lo filtrado' });
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Historial' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Returns the amount under this label of the statistics strip. */
async function moneyOf(page: Page, name: string): Promise<number> {
  const cell = figures(page).getByRole('heading', { name, exact: true }).locator('..');
  return numberOf(MONEY.exec((await cell.textContent()) ?? '')?.[0] ?? '');
}

const centsOf = (file: readonly CsvRow[], column: string): number =>
  file.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

test.describe('a history of two dozen trades', () => {
  let person: Person;
  test.beforeEach(async ({ page, people, server }) => {
    test.setTimeout(180_000);
    // All tests of this group share one user, because they only read the history.
    if (person === undefined) {
      person = await people.confirmed('Camila');
      await tradeAndSettle(server, people, person, ORDERS);
    }
    await page.clock.setSystemTime(server.nowMs);
    await openWithSession(page, person);
  });

  test('can be paged, filtered and exported, and the rows of the file add up to the totals on the screen', {
    tag: '@gate',
  }, async ({ page }) => {
    await tab(page, /Historial/).click();
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('button', { name: 'Ver más' }).click();
    await expect(rows(page)).toHaveCount(COUNT);
    await expect(page.getByText(`${COUNT} en total`)).toBeVisible();

    const whole = await exportHistory(page);
    expect(whole).toHaveLength(COUNT);
    expect(centsOf(whole, 'ganancia')).toBe(Math.round((await moneyOf(page, 'Resultado')) * 100));

    await page.getByLabel('Dirección').selectOption('CALL');
    await expect(rows(page)).toHaveCount(CALLS);
    await expect(figures(page)).toContainText(`Operaciones${CALLS}`);
    const calls = await exportHistory(page);
    expect(calls.map((row) => row['dirección'])).toEqual(Array.from({ length: CALLS }, () => 'CALL'));
    const profitCents = centsOf(calls, 'ganancia');
    const won = calls.filter((row) => row['resultado'] === 'ganada').length;
    const decided = calls.filter((row) => ['ganada', 'perdida'].includes(row['resultado'] ?? '')).length;
    await expect.poll(async () => Math.round((await moneyOf(page, 'Resultado')) * 100)).toBe(profitCents);
    await expect(figures(page)).toContainText(`${won} de ${decided}`);
    // The screen may round half a cent up or down.
    expect(Math.abs((await moneyOf(page, 'Esperanza')) - profitCents / 100 / CALLS)).toBeLessThan(0.0051);

    await tab(page, /Activas/).click();
    await tab(page, /Historial/).click();
    await expect(rows(page)).toHaveCount(CALLS);
    await page.getByLabel('Modo', { exact: true }).selectOption('iqoption_demo');
    await expect(page.getByText('Ninguna operación coincide con estos filtros.')).toBeVisible();
    await page.getByRole('button', { name: 'Quitar filtros', exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
    expect(await seriousFaults(page, '[role=tabpanel]')).toEqual([]);
  });

  test('shows its statistics by asset, hour and weekday, and each win rate with its count and interval', async ({
    page,
  }) => {
    await tab(page, /Historial/).click();
    await page.getByRole('button', { name: 'Ver estadísticas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Estadísticas' });
    await expect(dialog.getByRole('img', { name: /^Resultado acumulado: termina en/ })).toBeVisible();
    for (const grouping of ['Por activo', 'Por hora', 'Por día']) {
      await dialog.getByRole('tab', { name: grouping }).click();
      const groups = dialog
        .getByRole('table', { name: grouping })
        .getByRole('row')
        .filter({ has: page.getByRole('cell') });
      await expect(groups.first()).toBeVisible();
      let trades = 0;
      for (const group of await groups.all()) {
        await expect(group).toContainText(/\d+\.\d % \d+ de \d+IC 95 % [\d.]+–[\d.]+/);
        trades += Number(await group.getByRole('cell').nth(1).textContent());
      }
      expect(trades).toBe(COUNT);
    }
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
  });

  test('opens a trade by keyboard, and shows the price that decided the trade and the events of the trade', async ({
    page,
  }) => {
    await tab(page, /Historial/).focus();
    await page.keyboard.press('Enter');
    const opener = rows(page)
      .first()
      .getByRole('button', { name: /: ver detalle$/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^(EURUSD|BTCUSD) (CALL|PUT)$/ });
    const timeline = dialog.getByRole('list', { name: 'Qué pasó' });
    await expect(timeline.getByText(/^Liquidada: (ganada|perdida|empate)$/)).toBeVisible();
    await expect(timeline.getByText('La orden quedó anotada')).toBeVisible();
    await expect(timeline).not.toContainText('Otro suceso');
    await expect(dialog.getByText('Simulado', { exact: true })).toHaveCount(2);
    const tick = dialog.getByText('Tick de cierre').locator('xpath=following-sibling::*');
    await expect(tick).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);
    // The detail and the event show the same deciding price.
    await expect(timeline).toContainText((await tick.textContent()) ?? 'a tick');
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test('shows its filters in a bottom sheet on a phone, and opens a trade by a tap on its card', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await tab(page, /Historial/).click();
    // The headings of the days are items of the list too.
    const items = page.getByRole('list', { name: 'Historial' }).getByRole('listitem');
    const cards = items.filter({ has: page.getByRole('button') });
    await expect(cards).toHaveCount(20);
    await page.getByRole('button', { name: 'Filtros' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    await sheet.getByLabel('Dirección').selectOption('PUT');
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await sheet.getByRole('button', { name: 'Ver operaciones' }).click();
    await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
    await expect(cards).toHaveCount(COUNT - CALLS);
    expect((await exportHistory(page)).every((row) => row['dirección'] === 'PUT')).toBe(true);
    await cards
      .first()
      .getByRole('button', { name: /: ver detalle$/ })
      .click();
    await expect(page.getByRole('dialog', { name: /PUT$/ }).getByText('Qué pasó')).toBeVisible();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('the history adds a newly settled trade to the filtered list and to the totals without a reload', async ({
  page,
  people,
  server,
}) => {
  test.setTimeout(120_000);
  const own = await people.confirmed('Nora');
  const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10 } as const;
  await tradeAndSettle(server, people, own, [order]);
  await page.clock.setSystemTime(server.nowMs);
  await openWithSession(page, own);
  await tab(page, /Historial/).click();
  await page.getByLabel('Dirección').selectOption('CALL');
  await expect(rows(page)).toHaveCount(1);
  await tradeAndSettle(server, people, own, [order, { ...order, option_type: 'PUT' }]);
  await advanceClockUntil(server, (soon) => expect(rows(page)).toHaveCount(2, soon));
  await expect(figures(page)).toContainText('Operaciones2');
});
