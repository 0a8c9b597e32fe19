import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTradingWorld } from '#features/trading/testing.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { type BotWorld, createBotWorld } from './testing.ts';
import { BOT_TOKEN, textUpdate } from './testing-bot-api.ts';

const [CHAT, OTHER_CHAT] = [4001, 4002];

let database: TestDatabase;
let people: ReturnType<typeof createTradingWorld>;
let bot: BotWorld;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  await database.db.sql`DELETE FROM throttle`;
  people = createTradingWorld(database);
  bot = await createBotWorld({ db: database.db, clock: people.clock });
  return () => bot.stop();
});

const logged = () => bot.lines.join('');
const polls = () => bot.api.calls.filter(({ method }) => method === 'getUpdates').length;

describe('the bot that requests its updates', () => {
  it('removes a posting address, sets its commands, and answers', async () => {
    bot.telegram.start();
    bot.api.add(textUpdate(CHAT, '/estado'));
    await expect.poll(() => bot.api.textsOf(CHAT)).toHaveLength(1);
    expect(bot.api.calls.map(({ method }) => method).slice(0, 3)).toEqual([
      'deleteWebhook',
      'setMyCommands',
      'getUpdates',
    ]);
  });

  it('answers the messages of a chat in order, and answers another chat meanwhile', async () => {
    const ana = await people.newUser();
    await bot.link(ana, CHAT);
    const before = bot.api.textsOf(CHAT).length;
    bot.api.mishaps.push({ kind: 'slow' });
    for (const text of ['/ayuda', '/silencio x', '/activas']) bot.api.add(textUpdate(CHAT, text));
    bot.api.add(textUpdate(OTHER_CHAT, '/estado'));
    bot.telegram.start();
    await expect.poll(() => bot.api.textsOf(OTHER_CHAT)).toHaveLength(1);
    expect(bot.api.textsOf(CHAT)).toHaveLength(before);
    bot.api.release();
    await expect.poll(() => bot.api.textsOf(CHAT)).toHaveLength(before + 3);
    const starts = bot.api
      .textsOf(CHAT)
      .slice(before)
      .map((text) => text.slice(0, 7));
    expect(starts).toEqual(['<b>Qué ', 'Escribe', 'No hay ']);
  });

  it('confirms the last updates at its stop, so that the next start does not answer them again', async () => {
    bot.api.mishaps.push({ kind: 'slow' });
    bot.telegram.start();
    bot.api.add(textUpdate(CHAT, 'x'));
    await expect.poll(() => bot.api.isHolding).toBe(true);
    const stopped = bot.telegram.stop();
    bot.api.release();
    await stopped;
    expect(bot.api.unconfirmed).toBe(0);
    const next = bot.another();
    next.start();
    bot.api.add(textUpdate(CHAT, 'y'));
    await expect.poll(() => bot.api.textsOf(CHAT)).toHaveLength(2);
    await next.stop();
  });

  it('waits while another program requests the updates, warns once, and then continues', async () => {
    bot.api.pollStatuses.push(409, 409);
    bot.telegram.start();
    await expect.poll(polls).toBe(1);
    bot.api.add(textUpdate(CHAT, 'x'));
    await expect.poll(logged).toContain('another program requests the updates');
    people.clock.advance(1_000);
    await expect.poll(polls).toBe(2);
    await expect
      .poll(() => {
        people.clock.advance(1_000);
        return bot.api.textsOf(CHAT).length;
      })
      .toBe(1);
    expect(logged().split('another program').length).toBe(2);
  });

  it('ignores updates that it cannot read, and does not receive them again', async () => {
    bot.api.add({});
    bot.api.add({ poll_answer: { poll_id: 'x', option_ids: [], option_persistent_ids: [] } });
    bot.telegram.start();
    await expect.poll(() => bot.api.unconfirmed).toBe(0);
    bot.api.add(textUpdate(CHAT, 'x'));
    await expect.poll(() => bot.api.textsOf(CHAT)).toHaveLength(1);
  });

  it('asks once a second if the server does not wait for updates', async () => {
    bot.api.waitsForUpdates = false;
    bot.telegram.start();
    await expect.poll(polls).toBe(1);
    await bot.say(CHAT, 'x');
    await bot.say(CHAT, 'x');
    expect(polls()).toBe(1);
    people.clock.advance(1_000);
    await expect.poll(polls).toBe(2);
  });

  it('stops while it waits for updates, and while it waits after a fault', async () => {
    bot.telegram.start();
    await expect.poll(polls).toBe(1);
    await bot.telegram.stop();
    bot.api.pollStatuses.push(500);
    const next = bot.another();
    next.start();
    await expect.poll(logged).toContain('Telegram does not answer');
    await next.stop();
  });

  it('reports that Telegram refused its token, without the token in the report', async () => {
    bot.api.pollStatuses.push(401);
    bot.telegram.start();
    await expect.poll(logged).toContain('Telegram does not accept TELEGRAM_BOT_TOKEN');
    expect(logged()).not.toContain(BOT_TOKEN);
  });
});

describe('the bot of an installation with a public address', () => {
  it('lets Telegram post updates there, one at a time, and requests none', async () => {
    const posted = await createBotWorld({ db: database.db, clock: people.clock, siteUrl: 'https://vigia.example' });
    posted.telegram.start();
    await expect.poll(() => posted.api.webhook).not.toBeNull();
    expect(posted.api.webhook).toEqual({
      url: 'https://vigia.example/api/v1/telegram/updates',
      secret: posted.telegram.secret,
    });
    await posted.stop();
    expect(posted.api.calls.some(({ method }) => method === 'getUpdates')).toBe(false);
  });

  it('registers its address again every ten minutes, because another program may have removed it', async () => {
    const posted = await createBotWorld({ db: database.db, clock: people.clock, siteUrl: 'https://vigia.example' });
    posted.telegram.start();
    await expect.poll(() => posted.api.webhook).not.toBeNull();
    posted.api.webhook = null;
    // The next registration waits from the response of the first on, which a poll of the test cannot see.
    await expect
      .poll(() => {
        people.clock.advance(60_000);
        return posted.api.webhook;
      })
      .not.toBeNull();
    await posted.stop();
  });

  it('refuses an update without its secret', async () => {
    const update = { update_id: 1, ...textUpdate(CHAT, '/estado') };
    for (const secret of [undefined, '', 'x', `${bot.telegram.secret}x`, [bot.telegram.secret]])
      expect(await bot.telegram.receive(secret, update)).toBe(false);
    expect(bot.api.sent).toEqual([]);
    expect(await bot.telegram.receive(bot.telegram.secret, update)).toBe(true);
    expect(bot.api.sent).toHaveLength(1);
  });

  it.each([null, 'x', 7, [], {}, { update_id: 'x' }, { update_id: 1, message: { chat: 7 } }])(
    'accepts and ignores an update of an unknown form: %j',
    async (update) => {
      expect(await bot.telegram.receive(bot.telegram.secret, update)).toBe(true);
      expect(bot.api.sent).toEqual([]);
    },
  );
});
