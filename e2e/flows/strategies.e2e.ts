import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { expect, test } from '../support/test.ts';

const FROM_LIBRARY = 'RSI: regreso desde el extremo';
const SIMULATED = 'mercado simulado: aquí ningún patrón puede ganar a la larga';
const MINUTE_S = 60;
const CSV_HEADER = 'time,open,high,low,close';

/** Opens an anonymous demo account on the strategies page. */
async function openStrategies(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/binarias');
  await expect(page.getByText('Todavía no tienes estrategias.')).toBeVisible();
}

const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** Creates a strategy from a library template without changing it. */
async function createFromLibrary(page: Page, name = FROM_LIBRARY): Promise<void> {
  await page.getByRole('button', { name: `Usar ${name} como punto de partida` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear estrategia' }).click();
  await expect(cardOf(page, name)).toContainText('Inactiva');
}

/** Opens the backtests of a strategy, and returns their dialog. */
async function openTests(page: Page, name = FROM_LIBRARY): Promise<Locator> {
  await page.getByRole('button', { name: `Probar ${name} en histórico` }).click();
  const dialog = page.getByRole('dialog', { name: `Probar ${name} en histórico` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Returns a CSV file of 1-minute candles that rise and fall in waves. */
function csvOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const [open, close] = [index, index + 1].map((at) => 1.1 + 0.004 * Math.sin(at / 9) + 0.002 * Math.sin(at * 1.7));
    const [low, high] = [Math.min(open ?? 0, close ?? 0), Math.max(open ?? 0, close ?? 0)];
    return [(index + 1) * MINUTE_S, open, high, low, close].map((value) => Number(value?.toFixed(6))).join(',');
  });
  return [CSV_HEADER, ...rows].join('\n');
}

const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test(
  'a strategy from the library can be edited with live signal counts, and the menu counts it while it is active',
  { tag: '@gate' },
  async ({ page }, info) => {
    await openStrategies(page);
    await expect(page.getByText(SIMULATED).first()).toBeVisible();
    await page.getByRole('button', { name: `Usar ${FROM_LIBRARY} como punto de partida` }).click();
    const form = page.getByRole('dialog', { name: 'Nueva estrategia' });
    const preview = form.getByRole('figure', { name: /Velas de EURUSD/ });
    await expect(preview).toHaveAccessibleName(/[1-9]\d* señal(es)? /);
    const found = await preview.getAttribute('aria-label');
    await form.getByLabel('Período').fill('3');
    await expect(preview).not.toHaveAccessibleName(found ?? '');
    await info.attach('form', { body: await page.screenshot(), contentType: 'image/png' });
    await form.getByLabel('Sobreventa').fill('90');
    await form.getByRole('button', { name: 'Crear estrategia' }).click();
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
    await form.getByLabel('Sobreventa').fill('30');
    await form.getByLabel('Nombre').fill('RSI corto');
    await form.getByRole('button', { name: 'Crear estrategia' }).click();
    await expect(cardOf(page, 'RSI corto')).toContainText('Inactiva');

    const active = page.getByRole('navigation', { name: 'Principal' }).getByText('1 estrategia activa');
    await expect(active).toHaveCount(0);
    await page.getByRole('button', { name: 'Activar RSI corto' }).click();
    await expect(cardOf(page, 'RSI corto')).toContainText('Activa');
    await expect(active).toHaveCount(1);
    await page.reload();
    await expect(active).toHaveCount(1);
    await page.getByRole('button', { name: 'Pausar RSI corto' }).click();
    await expect(cardOf(page, 'RSI corto')).toContainText('En pausa');
    await expect(active).toHaveCount(0);
  },
);

for (const width of [1440, 390])
  test(`the strategy form previews a stochastic strategy, and creates and tests an engulfing one, ${width} px wide`, async ({
    page,
  }, info) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await openStrategies(page);
    await page.getByRole('button', { name: 'Nueva estrategia' }).first().click();
    const form = page.getByRole('dialog', { name: 'Nueva estrategia' });
    await form.getByRole('button', { name: 'Estocástico' }).click();
    const preview = form.getByRole('figure', { name: /Velas de EURUSD/ });
    await expect(preview).toHaveAccessibleName(/[1-9]\d* señal(es)? /);
    await form.getByLabel('Período %D').scrollIntoViewIfNeeded();
    await info.attach('stochastic', { body: await page.screenshot(), contentType: 'image/png' });
    await form.getByRole('button', { name: 'Envolvente' }).click();
    await form.getByLabel('Tendencia previa').fill('2');
    await expect(preview).toHaveAccessibleName(/[1-9]\d* señal(es)? /);
    await form.getByRole('button', { name: 'Envolvente' }).scrollIntoViewIfNeeded();
    await info.attach('engulfing', { body: await page.screenshot(), contentType: 'image/png' });
    await form.getByLabel('Nombre').fill('Giros');
    await form.getByRole('button', { name: 'Crear estrategia' }).click();
    await expect(cardOf(page, 'Giros')).toContainText('Envolvente ×1 · tendencia 2');
    await page.reload();
    await expect(cardOf(page, 'Giros')).toContainText('Envolvente ×1 · tendencia 2');
    const tests = await openTests(page, 'Giros');
    await tests.getByRole('button', { name: 'Probar en histórico' }).click();
    const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
    await expect(report).toContainText('Presupuesto de estos datos');
    await info.attach('test', { body: await page.screenshot(), contentType: 'image/png' });
  });

test(
  'a backtest shows its win rate and p-value, exports its trades and survives a reload',
  { tag: '@gate' },
  async ({ page }, info) => {
    await openStrategies(page);
    await createFromLibrary(page);
    const tests = await openTests(page);
    await tests.getByRole('button', { name: 'Probar en histórico' }).click();
    const report = tests.getByRole('region', { name: 'Resultado de la prueba' });
    await expect(report.getByRole('img', { name: /^Acierto .*, intervalo de .*, equilibrio / }).first()).toBeVisible();
    await expect(report).toContainText('Presupuesto de estos datos');
    await expect(report).toContainText(SIMULATED);
    await info.attach('report', { body: await page.screenshot(), contentType: 'image/png' });
    const headline = await report
      .getByText(/^\d+ de \d+$/)
      .first()
      .textContent();
    const rows = report.getByRole('table', { name: 'Operaciones' }).getByRole('row');
    const listed = (await rows.count()) - 1;

    const saved = page.waitForEvent('download');
    await report.getByRole('button', { name: 'Descargar CSV' }).click();
    const [head, ...lines] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
    expect(head).toContain('direction');
    expect(lines.length).toBeGreaterThanOrEqual(listed);

    await page.reload();
    await openTests(page);
    await expect(report).toContainText(headline ?? 'no headline');
  },
);

test('a long sweep over an imported price file can be cancelled', async ({ page }) => {
  await openStrategies(page);
  await createFromLibrary(page);
  const tests = await openTests(page);
  await tests.getByRole('button', { name: 'Archivo', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await tests.getByRole('button', { name: 'Elegir archivo…' }).click();
  await (await chooser).setFiles(csvFile('velas.csv', csvOf(100_000)));
  await tests.getByRole('button', { name: 'Confirmar y guardar' }).click();
  await expect(tests.getByText(/^100,000 velas de 1 min/)).toBeVisible();

  await tests.getByRole('button', { name: 'Barrido de parámetros' }).click();
  for (const name of ['Período', 'Sobreventa', 'Sobrecompra'])
    await tests.getByRole('checkbox', { name: `Variar ${name}` }).check();
  await tests.getByRole('button', { name: /^Probar \d+ variantes$/ }).click();
  await tests.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(tests.getByText('Prueba cancelada. No se guardó ningún resultado.')).toBeVisible();
});

test('the order form can place a trade from any screen', async ({ page, server }) => {
  await openStrategies(page);
  await page.getByRole('banner').getByRole('button', { name: 'Operar' }).click();
  const ticket = page.getByRole('dialog', { name: 'Nueva operación' });
  const call = ticket.getByRole('button', { name: /^CALL/ });
  await advanceClockUntil(server, (soon) => expect(call).toBeEnabled(soon));
  await call.click();
  await expect(ticket).toHaveCount(0);
  await expect(page.getByRole('banner').getByText('$9,990.00')).toBeVisible();
});
