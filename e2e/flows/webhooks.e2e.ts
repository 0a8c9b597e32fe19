import { openWithSession, proveIdentity } from '../support/people.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

for (const width of [1440, 390]) {
  test(`a webhook is created, shows its secret once, is changed and deleted at ${width} px`, async ({
    page,
    people,
    browserFaults,
  }) => {
    browserFaults.expect(/status of (?:403|422)/);
    await page.setViewportSize({ width, height: 900 });
    await openWithSession(page, await people.confirmed('Ana'), '/settings#avisos');
    const part = page.getByRole('region', { name: 'Webhooks' });
    await part.getByRole('button', { name: 'Crear webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Crear webhook' });
    await form.getByLabel('Nombre').fill('Mi hoja');
    await form.getByLabel('Dirección').fill('https://10.0.0.7/vigia');
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Crear webhook' }).click();
    await proveIdentity(page);
    await expect(form.getByText(/No podemos enviar a esa dirección/)).toBeVisible();
    await form.getByLabel('Dirección').fill('https://hooks.example.com/vigia');
    await form.getByRole('button', { name: 'Crear webhook' }).press('Enter');
    const made = page.getByRole('dialog', { name: 'El secreto de tu webhook' });
    await expect(made.getByText(/^whsec_/)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await made.getByRole('button', { name: 'Ya lo guardé' }).click();
    await expect(part.getByText('Mi hoja')).toBeVisible();
    await page.reload();
    await expect(part.getByText(/hooks\.example\.com · 4 tipos de avisos/)).toBeVisible();
    await expect(page.getByText(/whsec_/)).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await seriousFaults(page)).toEqual([]);
    await part.getByRole('button', { name: 'Ver los envíos a Mi hoja' }).click();
    await expect(page.getByText('Todavía no se envió nada.')).toBeVisible();
    await page.keyboard.press('Escape');
    await part.getByRole('button', { name: 'Más acciones de Mi hoja' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar webhook' }).click();
    await expect(part.getByText('Mi hoja')).toHaveCount(0);
  });
}
