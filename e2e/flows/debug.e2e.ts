import type { Page } from '@playwright/test';
import { z } from 'zod';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import type { DrivenServer } from '../support/driven-server.ts';
import { People, storedSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const TWO_MINUTES_MS = 120_000;
const SETUP = { name: 'Vigilado', asset: 'EURUSD', timeframe: '1m', is_active: true };

const Made = z.object({ data: z.object({ id: z.string() }) });

test.use({ baseURL: async ({ doomed }, use) => use(doomed.url) });

/** Opens an anonymous demo account with one active setup. Returns the id of the setup. */
async function demoWithSetup(page: Page, server: DrivenServer): Promise<string> {
  await page.clock.setSystemTime(server.nowMs);
  await page.goto('/');
  await page.getByRole('button', { name: 'Probar demo' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  return Made.parse(await new People(server).api('/api/pcr/setup', await storedSession(page), SETUP)).data.id;
}

test('the debug page shows the state of the engine, and reports when prices stop and when the server is unreachable', async ({
  page,
  doomed,
  browserFaults,
}, info) => {
  test.setTimeout(180_000);
  const id = await demoWithSetup(page, doomed);
  await page.goto(`/strategies/pcr/debug?setup=${id}`);
  const cardOf = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) });
  const health = cardOf('Salud');
  await expect(page.getByLabel('Setup')).toHaveValue(id);
  await advanceClockUntil(doomed, (soon) => expect(health).toContainText('En vivo', soon));
  await expect(health).toContainText('ninguna vela todavía');
  await doomed.runUntil(async () => !(await health.textContent())?.includes('ninguna vela todavía'), TWO_MINUTES_MS);
  await expect(health).toContainText(/p50 [\d.]+ ms/);
  await expect(cardOf('Eventos').getByRole('listitem').first()).toBeVisible();
  await info.attach('live', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

  await doomed.killFeed();
  await advanceClockUntil(doomed, (soon) => expect(health).toContainText('Sin datos', soon));
  await expect(health.getByRole('alert')).toContainText(
    /No llega ningún precio desde hace \d+ s: no se publica ninguna señal hasta que vuelvan\./,
  );
  await info.attach('no prices', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

  await doomed.stop();
  // The page shows this text after two requests without a response.
  await expect(page.getByText(/El servidor no responde desde hace \d+ s/)).toBeVisible({ timeout: 30_000 });
  await expect(health).toContainText('Sin respuesta');
  await expect(health).not.toContainText('En vivo');
  browserFaults.expect(/ERR_/);
});
