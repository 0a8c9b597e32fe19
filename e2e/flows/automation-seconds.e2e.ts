import type { Locator, Page, TestInfo } from '@playwright/test';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { closeCandlesUntil } from '../support/candles.ts';
import { SECONDS_PACE } from '../support/driven-server.ts';
import { openWithSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'RSI de quince segundos';
/** Time limit in milliseconds for a paper trade of 15 s and its settlement. */
const PATIENCE_MS = 30_000;

const Trades = z.object({ data: z.array(z.object({ duration_seconds: z.number().nullable() })) });

const picture = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
};

/** Fills the form of a strategy that signals at almost every candle and automatically places orders of 15 s. */
async function fill(form: Locator): Promise<void> {
  await form.getByLabel('Nombre').fill(NAME);
  await form.getByLabel('Temporalidad').selectOption('1m');
  for (const [label, value] of [
    ['Período', '2'],
    ['Sobreventa', '49'],
    ['Sobrecompra', '51'],
  ] as const)
    await form.getByLabel(label).fill(value);
  await form.getByLabel('Unidad de la duración').getByRole('button', { name: 's', exact: true }).click();
  await form.getByRole('button', { name: '15 s', exact: true }).click();
  await form.getByRole('switch', { name: 'Operar sola' }).click();
}

for (const width of [1440, 390]) {
  test(`a strategy automatically places a paper order of 15 s and its trade settles, at a width of ${width} px`, async ({
    page,
    server,
    people,
  }, info) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    const person = await people.confirmed('Breve');
    await openWithSession(page, person, '/strategies/binarias');
    await page.getByRole('button', { name: 'Nueva estrategia' }).first().click();
    const form = page.getByRole('dialog', { name: 'Nueva estrategia' });
    await fill(form);
    await expect(form.getByText(/^No medible con velas/)).toBeVisible();
    await picture(page, info, 'form');
    await form.getByRole('button', { name: 'Crear estrategia' }).click();
    await page.getByRole('button', { name: `Activar ${NAME}` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Activar/ })
      .click();
    const card = page.getByRole('article', { name: NAME, exact: true });
    await expect(card).toContainText('Activa');
    await picture(page, info, 'card');

    await page.goto('/dashboard');
    const active = page.getByLabel('Activas');
    // The server stores the trade before a slow page shows it. The server's clock must not advance in between.
    await closeCandlesUntil(server, async () => {
      const { data } = Trades.parse(await people.api('/api/v1/trading/active', person.session));
      return data.some(({ duration_seconds: seconds }) => seconds === 15);
    });
    await advanceClockUntil(server, (soon) => expect(active.getByText(/^00:(0\d|1[0-5])$/).first()).toBeVisible(soon));
    await picture(page, info, 'running');
    await people.api('/api/v1/trading/stop-all', person.session, {});
    await page.getByRole('tab', { name: /Historial/ }).click();
    const ended = page.getByLabel('Historial', { exact: true }).last();
    const result = ended.getByRole('button', { name: /: ver detalle$/ }).first();
    await server.runUntil(() => result.isVisible(), PATIENCE_MS, SECONDS_PACE);
    await result.click();
    const detail = page.getByRole('dialog');
    await expect(detail.getByText('15 s', { exact: true })).toBeVisible();
    await expect(detail.getByText(/^(Ganada|Perdida|Empate)$/).first()).toBeVisible();
    await picture(page, info, 'ended');
  });
}
