import type { Locator, Page } from '@playwright/test';
import { pictures } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/binarias');
  await page.getByRole('button', { name: 'Nueva estrategia' }).first().click();
  return page.getByRole('dialog', { name: 'Nueva estrategia' });
}

const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** Adds a condition of this kind to the rules of one direction. */
async function addCondition(page: Page, side: Locator, kind: string): Promise<void> {
  await side.getByRole('button', { name: 'Añadir condición' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

/** Saves rules that signal by the colour of a candle alone and that wait six candles after each signal. */
async function saveColourRules(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Abrir como reglas propias' }).click();
  const call = form.getByRole('group', { name: 'Reglas de CALL' });
  await call.getByRole('button', { name: 'Quitar la condición 1' }).click();
  await addCondition(page, call, 'Forma de la vela');
  await form
    .getByRole('group', { name: 'Reglas de PUT' })
    .getByRole('button', { name: 'Copiar CALL al revés' })
    .click();
  await form.getByLabel('Temporalidad').selectOption('1m');
  await form.getByText('Cuándo puede dar señales').click();
  await form.getByLabel('Espera entre señales').fill('6');
  await form.getByLabel('Nombre').fill('Solo el color');
  await form.getByRole('button', { name: 'Crear estrategia' }).click();
}

for (const width of [1440, 390]) {
  const size = { width, height: width === 390 ? 844 : 900 };
  const gate = width === 1440 ? { tag: '@gate' } : {};

  test(
    `own rules can be written with a preview of their signals, saved and edited, at a width of ${width} px`,
    gate,
    async ({ page }, info) => {
      await page.setViewportSize(size);
      const form = await openForm(page);
      const picture = (name: string) => pictures(page, info, name);

      // A preset fills the form with its own rules.
      const preview = form.getByRole('figure', { name: /Velas de EURUSD/ });
      await expect(preview).toHaveAccessibleName(/[1-9]\d* señal(es)? /);
      const before = await preview.getAttribute('aria-label');
      await form.getByRole('button', { name: 'Abrir como reglas propias' }).click();
      const call = form.getByRole('group', { name: 'Reglas de CALL' });
      const put = form.getByRole('group', { name: 'Reglas de PUT' });
      await expect(call).toContainText('el RSI (14) cruza hacia arriba 30');
      await expect(put).toContainText('el RSI (14) cruza hacia abajo 70');
      await expect(preview).toHaveAccessibleName(before ?? '');
      await picture('opened');

      // Each change appears as a sentence and changes the preview.
      await addCondition(page, call, 'Tendencia de otro marco');
      await expect(call).toContainText('la tendencia de 1 h es alcista (EMA 50)');
      await call.getByRole('button', { name: 'Quitar la condición 2' }).click();
      await call.getByRole('button', { name: 'Quitar la condición 1' }).click();
      await expect(call).toContainText('Sin reglas: no da señales de CALL.');
      await addCondition(page, call, 'Forma de la vela');
      await addCondition(page, call, 'Comparación');
      await call.getByRole('button', { name: 'Alguna' }).click();
      await call.getByLabel('Período').fill('x');
      await expect(form.getByRole('status')).toHaveText('Corrige los números para ver dónde habría señalado.');
      await call.getByLabel('Período').fill('20');
      await expect(call).toContainText('el cierre está por encima de la EMA (20)');
      await put.getByRole('button', { name: 'Copiar CALL al revés' }).click();
      await expect(put).toContainText('la vela es roja');
      await expect(put).toContainText('el cierre está por debajo de la EMA (20)');
      await expect(preview).toHaveAccessibleName(/[1-9]\d* señal(es)? CALL y [1-9]\d* señal(es)? PUT/);
      await picture('written');
      await put.scrollIntoViewIfNeeded();
      await picture('put');
      // The rule about the colour alone signals so often that the wait suppresses some signals.
      for (const side of [call, put]) await side.getByRole('button', { name: 'Quitar la condición 2' }).click();

      await form.getByLabel('Temporalidad').selectOption('1m');
      await form.getByText('Cuándo puede dar señales').click();
      await form.getByRole('switch', { name: 'Solo en un horario' }).click();
      await expect(form.getByText(/^Hora de /)).toBeVisible();
      await form.getByText('Cuándo puede dar señales').scrollIntoViewIfNeeded();
      await picture('gates');
      await form.getByRole('switch', { name: 'Solo en un horario' }).click();
      // The form shows the possible cost of a martingale before the user saves it. A limit may switch the strategy off
      // permanently.
      const stakes = form.getByRole('group', { name: 'Monto por operación' });
      await stakes.getByRole('button', { name: 'Martingala' }).click();
      await expect(form.getByRole('region', { name: /lo que puede costar/ })).toContainText('$10.00 → $20.00');
      await form.getByLabel('Pasos').fill('4');
      await form.getByRole('button', { name: 'Crear estrategia' }).click();
      await expect(form.getByText('Debe estar entre 1 y 3.')).toBeVisible();
      await form.getByLabel('Pasos').fill('3');
      await expect(form.getByRole('region', { name: /lo que puede costar/ })).toContainText('$40.00');
      await form.getByText('Límites propios del día').click();
      await form.getByRole('switch', { name: 'Volver a operar al día siguiente' }).click();
      await stakes.scrollIntoViewIfNeeded();
      await picture('stakes');
      await form.getByLabel('Operaciones', { exact: true }).scrollIntoViewIfNeeded();
      await picture('limits');
      await form.getByLabel('Operaciones', { exact: true }).fill('5');
      await form.getByLabel('Espera entre señales').fill('6');
      await form.getByLabel('Nombre').fill('Solo el color');
      await form.getByRole('button', { name: 'Crear estrategia' }).click();
      await expect(cardOf(page, 'Solo el color')).toContainText('Reglas propias');
      await page.reload();
      await expect(cardOf(page, 'Solo el color')).toContainText('espera 6 velas');
      await page.getByRole('button', { name: 'Editar Solo el color' }).click();
      const edited = page.getByRole('dialog', { name: /^Editar/ });
      await expect(edited.getByRole('button', { name: 'Martingala' })).toHaveAttribute('aria-pressed', 'true');
      await expect(edited.getByLabel('Pasos')).toHaveValue('3');
      await page.keyboard.press('Escape');
    },
  );

  test(
    `own rules signal, and each signal and each rejection shows its reason, at a width of ${width} px`,
    gate,
    async ({ page, server }, info) => {
      await page.setViewportSize(size);
      const picture = (name: string) => pictures(page, info, name);
      await saveColourRules(page, await openForm(page));

      // A live signal opens with its conditions. Signals that fell into the wait are listed with this reason.
      await page.getByRole('button', { name: 'Activar Solo el color' }).click();
      await expect(cardOf(page, 'Solo el color')).toContainText('Activa');
      // On a busy machine, candles close before the server has read the history. They count as late and give no signal.
      const hasSignalled = async () => /señal(es)? hoy/.test(await cardOf(page, 'Solo el color').innerText());
      await server.runUntil(hasSignalled, 60 * MINUTE_MS, { runMs: MINUTE_MS / 2, stepMs: 50 });
      await server.run(3 * MINUTE_MS);
      await cardOf(page, 'Solo el color').getByRole('button', { name: 'Más acciones de Solo el color' }).click();
      await page.getByRole('menuitem', { name: 'Ver sus señales' }).click();
      const signals = page.getByRole('dialog', { name: 'Señales de Solo el color' });
      await signals
        .getByRole('button', { name: /^Abrir la señal/ })
        .last()
        .click();
      await expect(signals.getByRole('figure', { name: /Velas de EURUSD/ })).toBeVisible();
      await expect(signals.getByRole('region', { name: 'Qué se cumplió' })).toContainText(/la vela es (verde|roja)/);
      const decided = signals.getByRole('region', { name: 'Qué se decidió' });
      await expect(decided).toContainText('Solo señala: no hay ninguna orden automática');
      await expect(signals).toContainText(/Sello n.º \d+ · [0-9a-f]{64}/);
      await picture('explained');
      await signals.getByRole('button', { name: 'Verla pasar' }).click();
      await expect(signals.getByRole('button', { name: 'Ver todo' })).toBeVisible();
      await page.keyboard.press('Escape');
      await cardOf(page, 'Solo el color').getByRole('button', { name: 'Más acciones de Solo el color' }).click();
      await page.getByRole('menuitem', { name: '¿Por qué no opera?' }).click();
      const refused = page.getByRole('dialog', { name: '¿Por qué no opera?' });
      await expect(refused).toContainText(/velas? desde la señal anterior y pide 6/);
      await picture('refused');

      // The tab of the dashboard lists the signals of strategies and of setups. Both kinds open in the same view.
      await page.keyboard.press('Escape');
      await page.goto('/dashboard');
      await page.getByRole('tab', { name: /^Señales/ }).click();
      const tab = page.getByRole('tabpanel', { name: /^Señales/ });
      await expect(tab.getByRole('button', { name: /^Abrir la señal .* de Solo el color/ }).first()).toBeVisible();
      await server.runUntil(
        async () => (await tab.getByRole('button', { name: /^Abrir la señal .* de Agotamiento/ }).count()) > 0,
        30 * MINUTE_MS,
      );
      await tab.getByRole('combobox', { name: 'De quién' }).scrollIntoViewIfNeeded();
      await picture('tab');
      await tab.getByRole('combobox', { name: 'De quién' }).selectOption({ label: 'Solo el color' });
      await expect(tab.getByRole('button', { name: /de Agotamiento/ })).toHaveCount(0);
      await tab.getByRole('combobox', { name: 'De quién' }).selectOption({ label: 'Todas las reglas' });
      await tab
        .getByRole('button', { name: /^Abrir la señal .* de Agotamiento/ })
        .first()
        .click();
      const found = page.getByRole('dialog', { name: /^Agotamiento/ });
      await expect(found.getByRole('region', { name: 'Qué encontró' })).toContainText('dejó una zona al romperse');
      await expect(found.getByRole('figure', { name: /Velas de/ })).toBeVisible();
      const criteria = found.getByRole('region', { name: 'Los cinco criterios' });
      await expect(criteria.getByRole('listitem')).toHaveCount(5);
      await expect(criteria.getByRole('listitem').first()).toHaveText(/^Longitud\d+ velasde \d+ a \d+$/);
      await expect(found.getByRole('region', { name: 'Qué se decidió' })).toContainText('Solo señala');
      await picture('setup-signal');
      await criteria.scrollIntoViewIfNeeded();
      await picture('setup-criteria');
    },
  );
}
