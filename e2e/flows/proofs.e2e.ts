import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { expect, test } from '../support/test.ts';

const FROM_LIBRARY = 'RSI: regreso desde el extremo';

for (const [screen, width, height] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height } });

    test('a finished backtest is put to the test in markets without an edge, and keeps the result after a reload', async ({
      page,
    }, info) => {
      test.slow();
      await page.goto('/');
      await page.getByRole('button', { name: 'Probar demo' }).first().click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto('/strategies/binarias');
      await page.getByRole('button', { name: `Usar ${FROM_LIBRARY} como punto de partida` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Crear estrategia' }).click();
      await page.getByRole('button', { name: `Probar ${FROM_LIBRARY} en histórico` }).click();
      const tests = page.getByRole('dialog', { name: `Probar ${FROM_LIBRARY} en histórico` });
      await tests.getByRole('button', { name: 'Probar en histórico' }).click();
      const proof = tests.getByRole('region', { name: 'Ponlo a prueba' });
      await proof.getByRole('button', { name: 'Ponlo a prueba' }).scrollIntoViewIfNeeded();
      await pictures(page, info, 'offer');
      await proof.getByRole('button', { name: 'Ponlo a prueba' }).click();
      const sentence = /^En 500 mercados sin ventaja tu método dijo «por encima» \d+ ve(z|ces)\.$/;
      await expect(proof.getByText(sentence)).toBeVisible();
      await expect(proof.getByRole('img', { name: /^Resultado en 500 mercados sin ventaja/ })).toBeVisible();
      await proof.scrollIntoViewIfNeeded();
      await pictures(page, info, 'result');
      expect(await seriousFaults(page)).toEqual([]);

      await tests.getByRole('link', { name: 'Abrir en una página con su enlace' }).click();
      await expect(page).toHaveURL(/\?ver=[0-9a-f-]{36}$/);
      await page.reload();
      const kept = page.getByRole('region', { name: 'Ponlo a prueba' });
      await expect(kept.getByText(sentence)).toBeVisible();
      await expect(kept.getByRole('button')).toHaveCount(0);
    });
  });
}
