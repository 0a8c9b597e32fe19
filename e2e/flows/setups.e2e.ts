import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const NAME = 'Tarde en Londres';

/** Opens an anonymous demo account on the setups page. */
async function openSetups(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/strategies/pcr');
  await expect(page.getByRole('region', { name: 'Métricas PCR' })).toBeVisible();
}

/** Opens the editor for a new setup, and waits until its preview shows the sequences that the rules find. */
async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Nuevo setup' }).first().click();
  const preview = page.getByRole('figure', { name: /Lo que este setup encuentra en EURUSD/ });
  await expect(preview).toContainText(/[1-9]\d* secuencias?, \d+ válidas?/);
  return preview;
}

const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const stepOf = (page: Page, title: string): Locator => page.getByRole('button', { name: new RegExp(`^${title}`) });
const switchOf = (page: Page, name: string): Locator => page.getByRole('switch', { name: `${name}: activo` });

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crear setup' }).click();
}

test(
  'a setup can be edited with live counts, saved, switched on and off, copied and deleted, and survives reloads',
  { tag: '@gate' },
  async ({ page, browserFaults }, info) => {
    await openSetups(page);
    const preview = await openEditor(page);
    const efficiency = page.getByRole('slider', { name: 'Eficiencia mínima' });
    // No sequence has the highest minimum efficiency, so the preview finds none.
    await efficiency.press('End');
    await expect(preview).toContainText(' 0 válidas');
    await efficiency.press('Home');
    await expect(preview).toContainText(/ [1-9]\d* válidas?/);
    for (const title of ['Zona', 'Filtros', 'Entrada', 'Dinero y riesgo']) {
      await stepOf(page, title).click();
      await expect(stepOf(page, title)).toHaveAttribute('aria-expanded', 'true');
    }
    await info.attach('editor', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

    await page.getByLabel('Nombre', { exact: true }).fill(NAME);
    await page.getByRole('textbox', { name: 'Longitud mínima' }).fill('9');
    await page.getByRole('textbox', { name: 'Longitud máxima' }).fill('4');
    await create(page);
    await expect(page.getByText('Error al crear setup. Hay un campo por corregir.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Longitud mínima' })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/«Longitud máxima»/)).toBeVisible();
    browserFaults.expect(/status of 422/);
    await page.getByRole('textbox', { name: 'Longitud mínima' }).fill('3');
    await page.getByRole('textbox', { name: 'Longitud máxima' }).fill('12');
    await create(page);
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Eficiencia mínima' })).toHaveValue('0');

    await page.getByRole('button', { name: 'Todos los setups' }).click();
    await expect(cardOf(page, NAME)).toContainText('Solo señales');
    await expect(switchOf(page, NAME)).not.toBeChecked();
    await switchOf(page, NAME).click();
    await expect(cardOf(page, NAME)).toContainText('Activo');
    await page.reload();
    await expect(switchOf(page, NAME)).toBeChecked();
    await switchOf(page, NAME).click();
    await expect(cardOf(page, NAME)).toContainText('Apagado');

    await page.getByRole('button', { name: `¿Por qué no opera?: ${NAME}` }).click();
    const why = page.getByRole('dialog', { name: '¿Por qué no opera?' });
    await expect(why).toContainText('Ninguna oportunidad rechazada todavía');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Clonar: ${NAME}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clonar' }).click();
    const copy = `${NAME} (copia)`;
    await expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible();
    await page.getByRole('button', { name: 'Todos los setups' }).click();
    await expect(switchOf(page, copy)).not.toBeChecked();

    await page.getByRole('button', { name: `Eliminar: ${NAME}`, exact: true }).click();
    const question = page.getByRole('dialog', { name: `¿Eliminar ${NAME}?` });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(cardOf(page, NAME)).toBeVisible();
    await page.getByRole('button', { name: `Eliminar: ${NAME}`, exact: true }).click();
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(cardOf(page, NAME)).toHaveCount(0);
    await page.reload();
    await expect(cardOf(page, copy)).toBeVisible();
    await expect(cardOf(page, NAME)).toHaveCount(0);
  },
);

test('a martingale shows its maximum cost before it is saved, and is refused if that cost exceeds the balance', async ({
  page,
  browserFaults,
}, info) => {
  await openSetups(page);
  await openEditor(page);
  await stepOf(page, 'Dinero y riesgo').click();
  await page.getByRole('button', { name: 'Martingala', exact: true }).click();
  const ladder = page.getByRole('region', { name: 'Antes de encenderla: lo que puede costar' });
  await expect(ladder).toContainText(/En juego, toda la escalera\$\d/);
  await expect(ladder).toContainText(/Que pase al menos una vez en 100 escaleras(más de )?\d/);
  await expect(ladder.getByRole('alert')).toHaveCount(0);
  const amount = page.getByRole('textbox', { name: 'Monto', exact: true });
  await amount.fill('1000');
  await page.getByRole('slider', { name: 'Multiplica por' }).press('End');
  await page.getByRole('slider', { name: 'Pasos' }).press('End');
  await expect(ladder.getByRole('alert')).toContainText('No se puede activar:');
  await info.attach('ladder', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

  await page.getByRole('switch', { name: 'Operar solo' }).click();
  await create(page);
  await expect(page.getByText(/^Error al crear setup\./)).toBeVisible();
  browserFaults.expect(/status of 4(09|22)/);
  await amount.fill('10');
  await expect(ladder.getByRole('alert')).toHaveCount(0);
  await create(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo setup' })).toBeVisible();
  await page.reload();
  await stepOf(page, 'Dinero y riesgo').click();
  await expect(ladder).toContainText(/En juego, toda la escalera\$\d/);
  await expect(page.getByRole('switch', { name: 'Operar solo' })).toBeChecked();
});
