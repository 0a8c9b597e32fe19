import { BOT_TOKEN, FakeBotApi, textUpdate } from '@vigia/server/testing';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { DrivenServer } from '../support/driven-server.ts';
import { openWithSession, proveIdentity } from '../support/people.ts';
import { pictures, SCREENS } from '../support/pictures.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { test as base, expect } from '../support/test.ts';

/** A server with a bot, and the Bot API on this machine. */
const test = base.extend<object, { readonly bot: FakeBotApi; readonly server: DrivenServer }>({
  bot: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from its first parameter
    async ({}, use) => {
      const bot = await FakeBotApi.start();
      await use(bot);
      await bot.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ bot }, use) => {
      const server = await DrivenServer.start({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: bot.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const [screen, width, height] of SCREENS) {
  test(`a chat is connected by a code, chooses its notifications and is disconnected on ${screen}`, async ({
    page,
    people,
    bot,
    server,
    browserFaults,
  }, info) => {
    // The browser logs the refusal of the request before the proof of identity.
    browserFaults.expect(/status of 403/);
    const chatId = width;
    await page.setViewportSize({ width, height });
    await openWithSession(page, await people.confirmed('Ana'), '/settings#avisos');
    const connect = page.getByRole('button', { name: 'Conectar Telegram' });
    await connect.scrollIntoViewIfNeeded();
    await pictures(page, info, 'not connected');
    await connect.click();
    await proveIdentity(page);
    const dialog = page.getByRole('dialog', { name: 'Conectar Telegram' });
    const message = await dialog.getByText(/^\/start /).innerText();
    await pictures(page, info, 'code');
    expect(await seriousFaults(page)).toEqual([]);
    bot.add(textUpdate(chatId, message));
    // After a request that took too long, the bot waits by the server's clock.
    await advanceClockUntil(server, (soon) => expect(dialog).toBeHidden(soon));
    const topic = page.getByRole('checkbox', { name: 'Señal nueva' });
    await expect(page.getByText(`Conectado como @ana${chatId}`)).toBeVisible();
    const saved = page.waitForResponse((response) => response.url().endsWith('/telegram/topics'));
    await topic.click();
    await expect(topic).toBeChecked();
    await saved;
    await topic.scrollIntoViewIfNeeded();
    await pictures(page, info, 'connected');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.reload();
    await expect(topic).toBeChecked();
    await page.getByRole('button', { name: 'Desconectar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click();
    await expect(connect).toBeVisible();
    await expect.poll(() => bot.textsOf(chatId).at(-1)).toMatch(/se desconectó desde la app/);
  });
}
