import type { Locator, Page } from '@playwright/test';
import { CreateOption } from '@vigia/contract';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { openWithSession } from '../support/people.ts';
import { pictures } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

/** Four charts load on a busy machine. */
const LONG_MS = 180_000;
/** Options with a long timeout for the first candles on a busy machine. */
const SLOW = { timeout: 30_000 } as const;

const charts = (page: Page): Locator => page.getByRole('group', { name: 'Gráficos' }).getByRole('figure');
const choice = (chart: Locator): Locator => chart.getByRole('button', { name: /^Operar en / });
const ticketOf = (page: Page): Locator => page.getByRole('region', { name: 'Nueva operación' });
const assetOf = (page: Page): Locator => ticketOf(page).getByRole('heading');

async function chooseCharts(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: 'Gráficos a la vez' }).click();
  await page.getByRole('button', { name: count, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Returns the asset of a chart, as its button names it. */
async function symbolOf(chart: Locator): Promise<string> {
  const name = (await choice(chart).getAttribute('aria-label')) ?? '';
  return /^Operar en (\S+),/.exec(name)?.[1] ?? '';
}

/** Waits until every chart has its candles. A canvas is invisible before. */
async function untilDrawn(page: Page, count: number): Promise<void> {
  await expect(charts(page)).toHaveCount(count, SLOW);
  for (const chart of await charts(page).all()) await expect(chart.locator('canvas').first()).toBeVisible(SLOW);
}

test('four charts show four assets, and the order goes to the asset of the active one', async ({
  page,
  server,
  people,
}, info) => {
  test.setTimeout(LONG_MS);
  await openWithSession(page, await people.confirmed('Cuatro'));
  await advanceClockUntil(server, (soon) =>
    expect(ticketOf(page).getByRole('button', { name: /^CALL/ })).toBeEnabled(soon),
  );
  await chooseCharts(page, '4 gráficos');
  await untilDrawn(page, 4);
  const symbols = await Promise.all((await charts(page).all()).map(symbolOf));
  expect(new Set(symbols).size).toBe(4);
  await expect(choice(charts(page).first())).toHaveAttribute('aria-pressed', 'true');
  await pictures(page, info, 'four');

  const third = charts(page).nth(2);
  const box = await third.boundingBox();
  if (!box) throw new Error('the third chart has no place on the screen');
  // A click on the candles, far from the button in the corner.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(choice(third)).toHaveAttribute('aria-pressed', 'true');
  await expect(charts(page).locator('[aria-pressed=true]')).toHaveCount(1);
  await expect(assetOf(page)).toContainText(symbols[2] ?? '');
  const call = ticketOf(page).getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  const sent = page.waitForRequest((request) => request.url().includes('/create-option'));
  await call.click();
  expect(CreateOption.parse((await sent).postDataJSON()).asset_symbol).toBe(symbols[2]);
  await advanceClockUntil(server, (soon) =>
    expect(page.getByText(`Orden aceptada: ${symbols[2]} CALL`)).toBeVisible(soon),
  );
  expect(await seriousFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);

  await page.reload();
  await untilDrawn(page, 4);
  expect(await Promise.all((await charts(page).all()).map(symbolOf))).toEqual(symbols);
  await expect(choice(charts(page).nth(2))).toHaveAttribute('aria-pressed', 'true');
  await expect(assetOf(page)).toContainText(symbols[2] ?? '');

  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(charts(page)).toHaveCount(0);
  await expect(page.getByRole('figure', { name: new RegExp(`^Gráfico de ${symbols[2]},`) })).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await untilDrawn(page, 4);
});

test('two charts are used by keyboard: Tab alone changes nothing, Enter makes a chart active', async ({
  page,
  people,
}) => {
  test.setTimeout(LONG_MS);
  await openWithSession(page, await people.confirmed('Teclas'));
  await chooseCharts(page, '2 gráficos');
  await untilDrawn(page, 2);
  const [first, second] = [charts(page).nth(0), charts(page).nth(1)];
  const [one, two] = [await symbolOf(first), await symbolOf(second)];
  await choice(first).focus();
  for (
    let stops = 0;
    stops < 40 && !(await choice(second).evaluate((each) => each === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab');
  await expect(choice(second)).toBeFocused();
  await expect(assetOf(page)).toContainText(one);
  await page.keyboard.press('Enter');
  await expect(assetOf(page)).toContainText(two);
  await expect(choice(second)).toBeFocused();
  await expect(choice(second)).toHaveAttribute('aria-pressed', 'true');
  await expect(choice(first)).toHaveAttribute('aria-pressed', 'false');
});
